import { fastifyCookie } from "@fastify/cookie";
import type { Clock } from "./clock.ts";
import type { CurrentMember, Via } from "./context.ts";
import type { RootDatabase } from "./database/database.ts";
import { memberOfToken } from "./features/session/session.ts";

/** Who makes a request, and by what it was known. Cookies count on the web app's wire alone. */
export interface Caller {
  member: CurrentMember;
  via: Via;
}

/** The token of a session in a request's Cookie header. @param name the cookie's */
export const sessionTokenIn = (header: string | undefined, name: string): string | undefined =>
  fastifyCookie.parse(header ?? "")[name] ?? undefined;

/** @param prolong sets the cookie again; without it the session is only read. Undefined: a guest */
export async function callerBySession(
  { rootDb, clock }: { rootDb: RootDatabase; clock: Clock },
  token: string | undefined,
  prolong?: (token: string) => void,
): Promise<Caller | undefined> {
  const member = await memberOfToken(rootDb, clock, token, prolong);
  return member && { member, via: "session" };
}
