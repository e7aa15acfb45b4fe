import type { FastifyReply, FastifyRequest } from "fastify";
import type { SessionCookie } from "../context.ts";
import { sessionDays } from "../features/session/session.ts";
import { nameOf, openCookie } from "./cookie.ts";

const name = "sid";

export const cookieName = (publicUrl: URL) => nameOf(name, publicUrl);

export function sessionCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: URL): SessionCookie {
  const { value: token, set, clear } = openCookie(request, reply, { name, days: sessionDays, publicUrl });
  return { token, set, clear };
}
