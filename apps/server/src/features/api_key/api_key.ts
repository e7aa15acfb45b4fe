import { type ApiKey, apiKeyTexts, limits, type Scope } from "@mayfly/contracts";
import ipaddr from "ipaddr.js";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import { daysAfter, daysBefore } from "../../clock.ts";
import type { MemberContext } from "../../context.ts";
import type { CompanyTransaction, Transaction } from "../../database/company_database.ts";
import { deleteInBatches } from "../../database/delete_in_batches.ts";
import type { ApiKey as ApiKeyRow, Prisma } from "../../generated/prisma/client.ts";
import { enqueue, type JobContext, mailJob } from "../../job.ts";
import type { KnownKey } from "../../keys.ts";
import { Refusal } from "../../refusal.ts";
import { firstOf, hashKey, makeKey } from "../../text/api_key.ts";
import { type Actor, actorOf, type Event, happened, system } from "../event/event.ts";
import { requireFeature } from "../subscription/subscription.ts";

export type { Keys, KnownKey } from "../../keys.ts";
export { openKeys } from "./known_keys.ts";

/** The keys that a member manages: their own; Administrators the company's. */
export const managed = ({ role, name }: MemberContext["member"]) => (role === "Administrator" ? {} : { member: name });

export const asApiKey = ({ member, ...row }: ApiKeyRow): ApiKey => ({
  ...row,
  owner: member,
  // The database takes any text, so that a version with other scopes can share it.
  scopes: row.scopes as Scope[],
  expiry: row.expiry?.toISOString() ?? null,
  last_used: row.last_used?.toISOString() ?? null,
  creation: row.creation.toISOString(),
});

export const apiKeyEvent = (what: "created" | "rotated" | "revoked" | "expiring", row: ApiKeyRow): Event => {
  const { key_name, first, member: owner, scopes, networks } = row;
  return {
    type: `api_key.${what}`,
    company: row.company,
    subject: row.name,
    data: { key_name, first, owner, scopes, networks, expiry: row.expiry?.toISOString() ?? null },
  };
};

type NewKey = Pick<ApiKeyRow, "key_name" | "scopes" | "networks" | "expiry">;

/** Makes a key of the caller's. @returns it, which is kept nowhere, and its row */
export async function addKey(tx: CompanyTransaction, context: MemberContext, now: Date, given: NewKey) {
  const { company, name: member } = context.member;
  await requireFeature(tx, company, "api", now);
  const working = { OR: [{ expiry: null }, { expiry: { gt: now } }], replaced_by: null };
  if ((await tx.apiKey.count({ where: working })) >= limits.apiKeysMax) throw Refusal.invalid(apiKeyTexts.tooMany);
  const key = makeKey();
  const row = await tx.apiKey.create({
    data: {
      ...given,
      name: uuid({ msecs: now.getTime() }),
      company,
      member,
      first: firstOf(key),
      hash: new Uint8Array(hashKey(key)),
      creation: now,
    },
  });
  await enqueue(tx, sendKeyNotice, { name: row.name });
  return { key, row };
}

/** What a key is called. @throws Refusal when it has been revoked */
export async function keyNameOf(tx: Transaction, { name }: Pick<KnownKey, "name">): Promise<string> {
  const row = await tx.apiKey.findUnique({ where: { name }, select: { key_name: true } });
  if (row === null) throw Refusal.notFound();
  return row.key_name;
}

/** Ends the key that is found, at once. @throws Refusal when there is none */
export async function revokeKey(context: MemberContext, where: Prisma.ApiKeyWhereInput): Promise<void> {
  const { db, clock, keys, member } = context;
  await db.$transaction(async (tx) => {
    const row = await tx.apiKey.findFirst({ where });
    if (row === null) throw Refusal.notFound();
    await revoke(tx, clock(), actorOf(context), [row]);
  });
  keys.forget(member.company);
}

/** Ends keys. */
export async function revoke(tx: Transaction, now: Date, actor: Actor, rows: ApiKeyRow[]): Promise<void> {
  await tx.apiKey.deleteMany({ where: { name: { in: rows.map(({ name }) => name) } } });
  await happened(
    tx,
    now,
    actor,
    rows.map((row) => apiKeyEvent("revoked", row)),
  );
}

/** Ends all keys of a member, who may have lost control of the account, or is to have none any more. */
export async function revokeAllOf(tx: Transaction, now: Date, actor: Actor, member: string): Promise<void> {
  await revoke(tx, now, actor, await tx.apiKey.findMany({ where: { member } }));
}

/** Tells a member by mail of a new key: somebody else may have made it. */
export const sendKeyNotice = mailJob(
  "api_key/send_notice",
  z.object({ name: z.uuid() }),
  async ({ rootDb, sendMail, link }, { name }) => {
    const row = await rootDb.apiKey.findUnique({ where: { name }, include: { member_row: true } });
    if (row === null) return;
    await sendMail({
      to: row.member,
      subject: "A new API key was created for your account",
      preheader: "If this wasn't you, revoke it and reset your password.",
      paragraphs: [
        `Hi ${row.member_row.full_name}, the API key ${row.key_name} (${row.first}…) was just created for your account.`,
        `It can use these scopes: ${row.scopes.join(", ")}.`,
      ],
      action: { label: "Review your API keys", url: link("/dashboard/api") },
      reason: "If this wasn't you, revoke the key and reset your password. You get this email for each new key.",
    });
  },
);

/** A network in CIDR notation; a bare address is a network of one. @throws Refusal when it is none */
export function asNetwork(text: string): string {
  const [, address = "", bits] = /^([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? [];
  // ipaddr.js also takes 1.2.3, as the C library does; nobody means it. An address of IPv4 that is written in IPv6 comes as one
  // of IPv4, so that a network of such would hold nothing.
  const range = ipaddr.IPv4.isValidFourPartDecimal(address) ? ipaddr.IPv4 : ipaddr.IPv6;
  const isMapped =
    range === ipaddr.IPv6 && ipaddr.IPv6.isValid(address) && ipaddr.IPv6.parse(address).isIPv4MappedAddress();
  const length = Number(bits ?? (range === ipaddr.IPv4 ? 32 : 128));
  if (!range.isValid(address) || isMapped || length > (range === ipaddr.IPv4 ? 32 : 128)) {
    throw Refusal.invalid(apiKeyTexts.networkInvalid(text));
  }
  return `${range.networkAddressFromCIDR(`${address}/${length}`)}/${length}`;
}

/** Whether an address is in one of the networks. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  return networks.some((network) => {
    const [base, length] = ipaddr.parseCIDR(network);
    return ip.kind() === base.kind() && ip.match(base, length);
  });
}

/** Days before its expiry at which the member is told of a key. */
const noticeDays = 7;
/** How long an expired key stays in the list. */
const keptDays = 30;
const atOnce = 100;

/** Tells members of keys that expire soon, once for each key. Rotated keys end by intent. */
export async function announceExpiringKeys({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">): Promise<void> {
  for (let more = true; more; ) {
    const now = clock();
    const expiry = { gt: now, lte: daysAfter(now, noticeDays) };
    more = await rootDb.$transaction(async (tx: Transaction) => {
      const where = { expiry, expiry_notified: null, replaced_by: null };
      const rows = await tx.apiKey.findMany({ where, orderBy: { expiry: "asc" }, take: atOnce });
      const names = rows.map(({ name }) => name);
      // What another worker has marked meanwhile, it tells.
      const marked = await tx.apiKey.updateManyAndReturn({
        where: { name: { in: names }, expiry_notified: null },
        data: { expiry_notified: now },
      });
      await happened(
        tx,
        now,
        system,
        marked.map((row) => apiKeyEvent("expiring", row)),
      );
      return rows.length === atOnce;
    });
  }
}

/** Deletes the keys that expired a while ago. */
export function deleteExpiredKeys({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">): Promise<void> {
  const where = { expiry: { lt: daysBefore(clock(), keptDays) } };
  return deleteInBatches(
    (take) => rootDb.apiKey.findMany({ where, select: { name: true }, orderBy: { expiry: "asc" }, take }),
    (names) => rootDb.apiKey.deleteMany({ where: { name: { in: names } } }),
  );
}
