import { timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { BrowserMark, CommonContext } from "../context.ts";
import { openCookie } from "./cookie.ts";

/** What browsers are marked with, and for how long. */
const marks = {
  /** The member who last logged in from it (threat 36). */
  known: { days: 180, purpose: "known browser of" },
  /** The registration that was begun in it. */
  signup: { days: 1, purpose: "browser of the registration" },
} as const;

/**
 * A cookie that marks the browser. The mark is an HMAC: only this server can make one or tell what it stands for. It does
 * not log anybody in.
 */
export function browserMark(
  request: FastifyRequest,
  reply: FastifyReply,
  name: keyof typeof marks,
  { publicUrl, secret }: { publicUrl: URL } & Pick<CommonContext, "secret">,
): BrowserMark {
  const { days, purpose } = marks[name];
  const { value = "", set } = openCookie(request, reply, { name, days, publicUrl });
  const markOf = (what: string) => secret(`${purpose} ${what}`);
  return {
    knows(what) {
      const [given, mark] = [Buffer.from(value), Buffer.from(markOf(what))];
      return given.length === mark.length && timingSafeEqual(given, mark);
    },
    remember: (what) => set(markOf(what)),
  };
}
