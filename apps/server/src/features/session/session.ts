import { createHash, randomBytes } from "node:crypto";
import argon2 from "argon2";
import { z } from "zod";
import type { Clock } from "../../clock.ts";
import { daysAfter } from "../../clock.ts";
import type { Context, CurrentMember, SessionCookie } from "../../context.ts";
import { sql, type Transaction } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import type { Member } from "../../generated/prisma/client.ts";
import { enqueue, type JobContext, mailJob } from "../../job.ts";
import { openFairLimiter } from "../../limits/fair_limiter.ts";
import type { Use } from "../../limits/rate_limit.ts";
import { Refusal } from "../../refusal.ts";
import { changeMember } from "../member/member.ts";

/** A session ends this long after its last use. */
export const sessionDays = 14;

// OWASP's first choice for argon2id. It balances the cost of a guess against the load of a login.
const cost = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** How many passwords may wait to be hashed. */
const hashingQueue = 200;

// Hashing runs off the event loop, few passwords at once, to leave the thread pool and the cores to other work. Sources
// take turns, and each may queue only so many that others still have room, so that none locks members out (threat 36).
const takeTurn = openFairLimiter({
  inAll: 2,
  atOnce: () => 2,
  waiting: {
    most: (all) => (hashingQueue - all) / 3,
    full: () => Refusal.tooMany(1),
  },
});

/** @param source the client's network, if a client sent the password */
export const hashPassword = (password: string, source = ""): Promise<string> =>
  takeTurn(source, () => argon2.hash(password, cost));

/** Takes as long when there is no hash, so that a faster answer does not give away unknown accounts (threat 32). */
async function matchesHash(hash: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= argon2.hash(randomBytes(16), cost);
  const matches = await argon2.verify(hash ?? (await nobody), password);
  return matches && typeof hash === "string";
}
let nobody: Promise<string> | undefined;

/** Compares when it is the source's turn. */
export const passwordMatches = (hash: string | null, password: string, source = ""): Promise<boolean> =>
  takeTurn(source, () => matchesHash(hash, password));

/**
 * The member, if there is one, and whether the password is theirs. A wrong password uses up one of each of `limits`. A
 * right one counts only while it is compared, so that many right ones sent at once hardly count.
 * @throws Refusal when there have been too many wrong passwords
 */
export async function tryPassword(
  { rootDb, throttle, source }: Pick<Context, "rootDb" | "throttle" | "source">,
  { name, password, limits }: { name: string; password: string; limits: Use[] },
) {
  const tried = await takeTurn(source, async () => {
    await throttle.use(...limits);
    const member = await rootDb.member.findUnique({ where: { name } });
    return { member, matches: await matchesHash(member?.password_hash, password) };
  });
  if (tried.matches) await throttle.giveBack(...limits);
  return tried;
}

/**
 * The limits that a wrong password for an account counts against: one per source, and one for all sources. Browsers in
 * which the member has logged in before have their own, so that guesses from elsewhere do not lock the member out.
 */
export const loginLimitsOf = (member: string, source: string, { known }: { known: boolean }): Use[] => [
  ["login_account_source", `${member} ${source}`],
  [known ? "login_account_known" : "login_account", member],
];

/** The hash that is stored for the random token of a cookie or a link (threats 29 and 35). */
export const hashToken = (token: string) => new Uint8Array(createHash("sha256").update(token).digest());

/**
 * Locks a member's row: until the transaction ends, no other one changes the password or takes the account away.
 * Callers compare the hash again, because hashing takes time and the member may have changed the password meanwhile.
 */
export async function lockAccount(tx: Transaction, member: string) {
  const [account] = await sql(tx)<{ password_hash: string | null; is_active: boolean }>`
    SELECT password_hash, is_active FROM member WHERE name = ${member} FOR NO KEY UPDATE`;
  return account;
}

/** Starts a session. Returns the token for the cookie; the database keeps its hash only (threat 29). */
export async function startSession({ session }: Transaction, now: Date, member: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expiry = daysAfter(now, sessionDays);
  await session.create({ data: { token_hash: hashToken(token), member, creation: now, expiry } });
  return token;
}

export async function endSession({ session }: Transaction, token: string | undefined): Promise<void> {
  if (token !== undefined) await session.deleteMany({ where: { token_hash: hashToken(token) } });
}

/** The session whose token has this hash, if it has not ended and its member is active. */
async function currentSession(rootDb: RootDatabase, now: Date, token_hash: Uint8Array<ArrayBuffer>) {
  const session = await rootDb.session.findUnique({ where: { token_hash }, include: { member_row: true } });
  return session !== null && session.expiry > now && session.member_row.is_active ? session : undefined;
}

const asMember = ({ name, full_name, role, company }: Member): CurrentMember => ({ name, full_name, role, company });

/** Who a session belongs to. @param token_hash `hashToken` of its token */
export async function memberOfSession(
  rootDb: RootDatabase,
  clock: Clock,
  token_hash: Uint8Array<ArrayBuffer>,
): Promise<CurrentMember | undefined> {
  const session = await currentSession(rootDb, clock(), token_hash);
  return session && asMember(session.member_row);
}

/**
 * Who a token belongs to: an active member with a session that has not ended, else undefined.
 * @param prolong sets the cookie again; without it the session is only read and not prolonged
 */
export async function memberOfToken(
  rootDb: RootDatabase,
  clock: Clock,
  token: string | undefined,
  prolong?: SessionCookie["set"],
): Promise<CurrentMember | undefined> {
  if (token === undefined || token.length > 100) return undefined;
  const token_hash = hashToken(token);
  const now = clock();
  const session = await currentSession(rootDb, now, token_hash);
  if (session === undefined) return undefined;

  // Use prolongs the session and its cookie. Once a day is enough for that.
  const prolonged = daysAfter(now, sessionDays);
  if (prolong && prolonged > daysAfter(session.expiry, 1)) {
    await rootDb.session.updateMany({ where: { token_hash }, data: { expiry: prolonged } });
    prolong(token);
  }
  return asMember(session.member_row);
}

/**
 * Sets the password of a member whose row the caller has locked (`lockAccount`). Ends all sessions but that of the
 * token `except`, voids all links for setting a password, and tells the member by mail.
 */
export async function changePassword(
  tx: Transaction,
  now: Date,
  { member, password_hash, except }: { member: string; password_hash: string; except?: string | undefined },
): Promise<void> {
  const { resetToken } = tx;
  await changeMember(tx, member, { password_hash });
  await endSessionsOf(tx, member, except);
  await resetToken.updateMany({ where: { member, used: null }, data: { used: now } });
  await enqueue(tx, sendPasswordNotice, { member });
}

export const sendPasswordNotice = mailJob(
  "session/send_password_notice",
  z.object({ member: z.string() }),
  async ({ rootDb, sendMail, link }, { member: name }) => {
    const member = await rootDb.member.findUnique({ where: { name } });
    if (member === null) return;
    await sendMail({
      to: name,
      subject: "Your password was changed",
      preheader: "If this wasn't you, reset your password at once.",
      paragraphs: [`Hi ${member.full_name}, the password of your account was just changed.`],
      action: { label: "Wasn't you? Reset your password", url: link("/forget-password") },
      reason: "You get this email whenever your password changes.",
    });
  },
);

/** Ends a member's sessions, but not that of the token `except`. */
export async function endSessionsOf(tx: Transaction, member: string, except?: string): Promise<void> {
  const kept = except === undefined ? {} : { NOT: { token_hash: hashToken(except) } };
  await tx.session.deleteMany({ where: { member, ...kept } });
}

export const deleteEndedSessions = ({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">) =>
  rootDb.session.deleteMany({ where: { expiry: { lte: clock() } } });
