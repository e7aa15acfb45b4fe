import type { FastifyReply, FastifyRequest } from "fastify";
import type { SessionCookie } from "../context.ts";
import { sessionDays } from "../features/session/session.ts";

/** The cookie's name; under https the prefix keeps subdomains from setting it (threat 29). */
export const cookieName = (publicUrl: URL) => (publicUrl.protocol === "https:" ? "__Host-sid" : "sid");

export function sessionCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: URL): SessionCookie {
  const name = cookieName(publicUrl);
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: publicUrl.protocol === "https:" } as const;
  return {
    token: request.cookies[name],
    set: (token) => void reply.setCookie(name, token, { ...attributes, maxAge: sessionDays * 86_400 }),
    clear: () => void reply.clearCookie(name, attributes),
  };
}
