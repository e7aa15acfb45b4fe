import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CommonContext, KnownBrowser } from "../context.ts";

/** How long a browser keeps it after a login. */
const knownDays = 180;

/**
 * A browser is known by a cookie that names the member who last logged in from it, so that only this server can tell whom,
 * and nobody else can make one. It lets nobody in (threat 36).
 */
export function knownBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, secret }: { publicUrl: URL } & Pick<CommonContext, "secret">,
): KnownBrowser {
  const secure = publicUrl.protocol === "https:";
  const name = secure ? "__Host-known" : "known";
  const markOf = (member: string) => createHmac("sha256", secret("known browsers")).update(member).digest("base64url");
  return {
    knows(member) {
      const [given, mark] = [Buffer.from(request.cookies[name] ?? ""), Buffer.from(markOf(member))];
      return given.length === mark.length && timingSafeEqual(given, mark);
    },
    remember(member) {
      const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
      void reply.setCookie(name, markOf(member), { ...attributes, maxAge: knownDays * 86_400 });
    },
  };
}
