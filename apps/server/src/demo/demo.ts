import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { scopes } from "@mayfly/contracts";
import { daysBefore } from "../clock.ts";
import type { RootDatabase } from "../database/database.ts";
import { hashPassword, passwordMatches } from "../features/session/session.ts";
import { sendMail } from "../outgoing_mail/send_mail.ts";
import { StartError } from "../process/start_error.ts";
import { deriveSecret } from "../secret_key.ts";
import { firstOf, hashKey } from "../text/api_key.ts";
import { administrator, createDemo, takenBy } from "./demo_company.ts";

export interface Demo {
  login: string;
  password: string;
  /** Undefined when the address was deleted. */
  address: string | undefined;
}

interface DemoOptions {
  secretKey: string;
  defaultDomains: string[];
  /** What programs call with as its Administrator, for CI. */
  key: string | undefined;
  /** Whether its webhook's receiver runs: with DEMO. */
  hasReceiver: boolean;
}

/** The demo login's password: the same at every start, but different on every installation. */
const demoPassword = (secretKey: string) => deriveSecret(secretKey, "demo login").replace(/[-_]/g, "").slice(0, 12);

/**
 * Creates the demo company, once.
 * @throws StartError when a customer already has one of its addresses
 */
export async function seedDemo(
  rootDb: RootDatabase,
  { secretKey, defaultDomains, key, hasReceiver }: DemoOptions,
): Promise<Demo> {
  const domain_name = defaultDomains[0] ?? "localhost";
  const password = demoPassword(secretKey);
  const find = () => rootDb.member.findUnique({ where: { name: administrator.name } });
  const existing = await find();
  if (existing === null) {
    const secret = (purpose: string) => deriveSecret(secretKey, purpose);
    await createDemo(rootDb, { secret, hasReceiver }, await hashPassword(password), domain_name);
    if ((await find()) === null) {
      throw new StartError(`There is no demo: one of ${takenBy(domain_name).join(", ")} belongs to another company.`);
    }
  }
  const { company } = existing ?? (await rootDb.member.findUniqueOrThrow({ where: { name: administrator.name } }));
  await keepKey(rootDb, company, key);
  // The demo address may have been created when other domains were the default. The company leads to an index.
  const made = await rootDb.email.findFirst({
    where: { company, owner: administrator.name, email_name: { startsWith: "demo@" } },
    orderBy: { creation: "asc" },
  });
  const known = existing === null || (await passwordMatches(existing.password_hash, password));
  return { login: administrator.name, password: known ? password : "(changed)", address: made?.email_name };
}

const keyName = "DEMO_KEY";

/** Keeps the key that was chosen outside, and no other of its name. One that was revoked comes back with the next start. */
async function keepKey(rootDb: RootDatabase, company: string, key: string | undefined): Promise<void> {
  const { name: member } = administrator;
  const hash = key === undefined ? undefined : new Uint8Array(hashKey(key));
  await rootDb.apiKey.deleteMany({ where: { company, key_name: keyName, ...(hash && { hash: { not: hash } }) } });
  if (key === undefined || hash === undefined) return;
  const data = {
    ...{ name: randomUUID(), company, member, key_name: keyName, first: firstOf(key), hash },
    ...{ scopes: [...scopes], creation: new Date() },
  };
  await rootDb.apiKey.createMany({ data: [data], skipDuplicates: true });
}

/**
 * Sends the sample mails that the demo inbox lacks: the last ones, if the first start was interrupted. A day later the inbox
 * is its members' own.
 */
export async function sendLackingSamples(
  rootDb: RootDatabase,
  address: string,
  host: string,
  port: number,
): Promise<void> {
  const since = daysBefore(new Date(), 1);
  const made = await rootDb.email.findUnique({ where: { email_name: address, creation: { gt: since } } });
  if (made === null) return;
  // The mails arrive in order, so how many have come tells which are missing.
  const { company } = made;
  const there = await rootDb.customerInbox.count({ where: { company, recipients: address }, take: 100 });
  const deleted = await rootDb.event.findMany({ where: { company, type: "message.deleted", creation: { gt: since } } });
  const gone = deleted.filter(({ data }) => (data as { recipients?: string } | null)?.recipients === address);
  await sendSamples(address, host, port, there + gone.length);
}

/**
 * Sends the sample mails through the SMTP port, like anybody's mail.
 * @param there how many have been sent already, from the first on
 * @returns how many were sent
 */
export async function sendSamples(address: string, host: string, port: number, there = 0): Promise<number> {
  const folder = path.join(import.meta.dirname, "mail");
  const all = (await readdir(folder)).filter((name) => name.endsWith(".eml")).sort();
  const files = all.slice(there);
  for (const file of files) await sendMail({ host, port, to: address, raw: await readFile(path.join(folder, file)) });
  return files.length;
}
