import { timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CommonContext, KnownBrowser } from "../context.ts";
import { openCookie } from "./cookie.ts";

/** How long a browser keeps the cookie after a login. */
const days = 180;

/**
 * A cookie marks the browser with the member who last logged in from it. The mark is an HMAC: only this server can make
 * one or tell whose it is. It does not log anybody in (threat 36).
 */
export function knownBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, secret }: { publicUrl: URL } & Pick<CommonContext, "secret">,
): KnownBrowser {
  const { value = "", set } = openCookie(request, reply, { name: "known", days, publicUrl });
  const markOf = (member: string) => secret(`known browser of ${member}`);
  return {
    knows(member) {
      const [given, mark] = [Buffer.from(value), Buffer.from(markOf(member))];
      return given.length === mark.length && timingSafeEqual(given, mark);
    },
    remember: (member) => set(markOf(member)),
  };
}
