import { randomBytes } from "node:crypto";
import { invitationToken } from "@mayfly/contracts";
import { z } from "zod";
import { daysAfter } from "../../clock.ts";
import type { Context } from "../../context.ts";
import { sql, type Transaction } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { isTaken } from "../../database/errors.ts";
import type { Invitation, Member } from "../../generated/prisma/client.ts";
import { mailJob } from "../../job.ts";
import { plainName } from "../../outgoing_mail/plain_name.ts";
import type { Mail } from "../../outgoing_mail/template.ts";
import { actorOf, happened } from "../event/event.ts";
import { addMember } from "../member/member.ts";
import { hashToken } from "../session/session.ts";
import { giveQuotaBack } from "../subscription/quota.ts";
import { asColleague } from "./team.ts";

const linkDays = 7;

/**
 * Mails a link with which the invited person sets a password and joins (requirement P64). Who has an account already is
 * told so, in the mail and nowhere else: an address belongs to one company, and nobody learns whose it is (threat 32).
 * The link ends the one that was mailed before; if it cannot be sent, that one is valid again.
 */
export const sendInvitation = mailJob(
  "team/send_invitation",
  z.object({ company: z.uuid(), email: z.string() }),
  async ({ rootDb, clock, link, sendMail }, { company, email }) => {
    const before = await rootDb.invitation.findUnique({
      where: { company_email: { company, email }, is_active: true },
    });
    if (before === null) return;
    const names = await namesFor(rootDb, before);
    if (await hasAccount(rootDb, email)) return sendMail(accountExists(email, names));
    const { path, hash: token_hash, expiry: token_expiry } = makeLink(clock());
    await rootDb.invitation.updateMany({ where: { company, email }, data: { token_hash, token_expiry } });
    try {
      await sendMail({
        to: email,
        subject: `Join ${names.team} on Mayfly`,
        preheader: `${names.inviter} invited you. The link expires in ${linkDays} days.`,
        paragraphs: [
          greeting(names),
          `Set a password to join. The link expires in ${linkDays} days. After that, use “Forgot?” on the login page to get a new one.`,
        ],
        action: { label: `Join ${names.team}`, url: link(path) },
        reason: "If you don't know this person, you can ignore this email.",
      });
    } catch (error) {
      const { token_hash: known, token_expiry: until } = before;
      await rootDb.invitation.updateMany({
        where: { company, email, token_hash },
        data: { token_hash: known, token_expiry: until },
      });
      throw error;
    }
  },
);

export const hasAccount = async (rootDb: RootDatabase, email: string): Promise<boolean> =>
  (await rootDb.member.count({ where: { name: email } })) > 0;

interface Names {
  /** The invited person; empty when what was typed is more than a name. */
  invitee: string;
  inviter: string;
  team: string;
}

/** Who invites, and the company: by a domain that it has proved to own, or else by what of its name is only a name. */
export async function namesFor(rootDb: RootDatabase, { company, owner, full_name }: Invitation): Promise<Names> {
  const [member, row, domain] = await Promise.all([
    rootDb.member.findUnique({ where: { name: owner, company } }),
    rootDb.company.findUniqueOrThrow({ where: { name: company } }),
    rootDb.domain.findFirst({ where: { company, is_verified: true }, orderBy: { creation: "asc" } }),
  ]);
  return {
    invitee: plainName(full_name) === full_name ? full_name : "",
    inviter: plainName(member?.full_name ?? "") || "a colleague",
    team: domain?.domain_name ?? (plainName(row.company_name) || "a company"),
  };
}

const greeting = ({ invitee, inviter, team }: Names) =>
  `Hi${invitee && ` ${invitee}`}, ${inviter} invited you to join ${team} on Mayfly.`;

/** For an invited person who has an account: only they learn that they cannot join. */
export const accountExists = (to: string, names: Names): Mail => ({
  to,
  subject: `Join ${names.team} on Mayfly`,
  preheader: "Your address already has a Mayfly account.",
  paragraphs: [
    greeting(names),
    "Your address already has a Mayfly account, and an account belongs to one team only. To join this team too, ask to be invited with another address.",
  ],
  reason: "If you don't know this person, you can ignore this email.",
});

/** Makes a link. Only who gets it has its token; the database has the hash. */
export function makeLink(now: Date) {
  const token = invitationToken + randomBytes(20).toString("base64url");
  return { path: `/forget-password/${token}`, hash: hashToken(token), expiry: daysAfter(now, linkDays) };
}

/** An invitation as one of its links finds it. */
export interface FoundInvitation {
  invitation: Invitation;
  /** Of the token of the link that was followed. */
  hash: Uint8Array<ArrayBuffer>;
  /** The link was copied, not mailed: it proves nothing of the person's mailbox. */
  isCopied: boolean;
}

/**
 * The invitation whose link holds the token, if the link is good. The mailed link of an address that has an account is
 * not; the copied one is, since its holder may not be the person, and must not learn of the account (threat 32).
 */
export async function invitationOf(
  rootDb: RootDatabase,
  token: string,
  now: Date,
): Promise<FoundInvitation | undefined> {
  const hash = hashToken(token);
  const until = { gt: now };
  const mailed = await rootDb.invitation.findUnique({
    where: { token_hash: hash, is_active: true, token_expiry: until },
  });
  if (mailed !== null) {
    return (await hasAccount(rootDb, mailed.email)) ? undefined : { invitation: mailed, hash, isCopied: false };
  }
  const copied = await rootDb.invitation.findUnique({
    where: { copied_hash: hash, is_active: true, copied_expiry: until },
  });
  return copied === null ? undefined : { invitation: copied, hash, isCopied: true };
}

/**
 * Makes the invited person a member. Of calls at once, one does. @param further is done in the same transaction
 * @returns undefined if the link is no longer good, or if the person has joined elsewhere meanwhile
 */
export async function joinCompany<Value>(
  context: Context,
  found: FoundInvitation,
  password_hash: string,
  now: Date,
  further: (tx: Transaction, member: Member) => Promise<Value>,
): Promise<{ member: Member; value: Value } | undefined> {
  const joined = context.rootDb.$transaction(async (tx) => {
    const member = await acceptInvitation(tx, found, password_hash, now);
    if (member === undefined) return undefined;
    const about = { company: member.company, subject: member.name, data: asColleague(member) };
    await happened(tx, now, actorOf({ ...context, member }), [{ type: "member.joined", ...about }]);
    return { member, value: await further(tx, member) };
  });
  return joined.catch((error) => {
    if (isTaken(error)) return undefined;
    throw error;
  });
}

async function acceptInvitation(
  tx: Transaction,
  { invitation: { company, email }, hash }: FoundInvitation,
  password_hash: string,
  now: Date,
): Promise<Member | undefined> {
  const [accepted] = await sql(tx)<Invitation>`
    DELETE FROM invitation
    WHERE company = ${company}::uuid AND email = ${email} AND ${hash} IN (token_hash, copied_hash) AND is_active
    RETURNING *`;
  if (accepted === undefined) return undefined;
  const { full_name, role, creation } = accepted;
  const member = await addMember(tx, { name: email, company, full_name, role, password_hash, creation: now });
  await giveQuotaBack(tx, company, "invitation", creation);
  return member;
}
