import { randomUUID } from "node:crypto";
import { daysBefore } from "../clock.ts";
import type { Context } from "../context.ts";
import type { Transaction } from "../database/company_database.ts";
import type { RootDatabase } from "../database/database.ts";
import { isTaken } from "../database/errors.ts";
import { tokenOf } from "../features/domain/records.ts";
import { emailEvent, lifetime } from "../features/email/email.ts";
import { type Event, happened } from "../features/event/event.ts";
import { retryPauses } from "../features/webhook/courier.ts";
import { makeWebhookName } from "../features/webhook/create_webhook.ts";
import { webhookEvent } from "../features/webhook/events.ts";
import { sampleOf } from "../features/webhook/sample.ts";
import { receiverUrl, startingText, takenText } from "./receiver.ts";

/** A first look shows everything (row Q02). */
const demoPlan = "business";
const company_email = "hello@lakeside.example";
export const administrator = {
  ...{ name: "ada@lakeside.example", full_name: "Ada Bergström" },
  role: "Administrator",
} as const;
const member = { name: "max@lakeside.example", full_name: "Max Winter", role: "Member" } as const;
/** Has its records still to be set. */
const ownDomain = "test.lakeside.example";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

interface DemoAddress {
  prefix: string;
  by: typeof administrator | typeof member;
  reason: string;
  visibility: "Public" | "Private";
  /** How long ago it was made. Milliseconds. */
  age: number;
  /** Seconds that it lives from then on. */
  duration?: number;
}

/** Addresses on the first default domain, oldest first. The sample mails go to the last, which tops every list. */
const addresses: DemoAddress[] = [
  {
    ...{ prefix: "trial", by: administrator, reason: "Trial of the newsletter tool", visibility: "Private" },
    // It ends soon.
    ...{ age: 7 * day - 20 * hour, duration: (7 * day) / 1_000 },
  },
  { prefix: "billing", by: member, reason: "Receipts of the sandbox", visibility: "Public", age: 3 * day },
  {
    ...{ prefix: "signup-test", by: administrator, reason: "Sign-up flow on staging" },
    ...{ visibility: "Private", age: 5 * hour },
  },
  {
    ...{ prefix: "demo", by: administrator, reason: "Look around here: eight sample mails", visibility: "Public" },
    age: 0,
  },
];

/**
 * Deliveries of the last days: when each was queued, how often it failed, and whether it arrived in the end. The one that failed
 * and the one that was retried are on the log's first page, below those of the sample mails.
 */
const deliveries = [
  { age: 2.5 * day, failures: 0, arrived: true },
  { age: 2.2 * day, failures: 0, arrived: true },
  { age: 29 * hour, failures: retryPauses.length + 1, arrived: false },
  { age: 50 * minute, failures: 2, arrived: true },
];

/** What the demo company takes of the installation, to name it where a customer has a part of it. */
export const takenBy = (domain_name: string) => [
  ...[company_email, administrator.name, member.name, ownDomain],
  ...addresses.map(({ prefix }) => `${prefix}@${domain_name}`),
];

/**
 * Makes the demo company as one in use (row Y16), unless another process is first or a customer has a part of it.
 * @param hasReceiver whether its webhook's receiver runs (receiver.ts)
 */
export async function createDemo(
  rootDb: RootDatabase,
  { secret, hasReceiver }: Pick<Context, "secret"> & { hasReceiver: boolean },
  password_hash: string,
  domain_name: string,
): Promise<void> {
  const now = Date.now();
  const before = (age: number) => new Date(now - age);
  const create = rootDb.$transaction(async (tx) => {
    const { name: company } = await tx.company.create({
      data: {
        company_name: "Lakeside Software",
        company_email,
        company_size: "11-50",
        industry: "Software",
        company_website: "https://lakeside.example",
        company_phone: "+46 8 123 456 78",
        subscription: { create: { plan: demoPlan } },
        creation: daysBefore(new Date(now), 8),
      },
    });
    await tx.member.createMany({ data: [administrator, member].map((one) => ({ ...one, company, password_hash })) });
    const tell = (at: Date, by: typeof administrator | typeof member, events: Event[]) =>
      happened(tx, at, { name: by.name, full_name: by.full_name, via: "session", network: null }, events);
    const { name, full_name, role } = member;
    const colleague = { name, full_name, role, is_active: 1 } as const;
    await tell(before(7 * day), administrator, [{ type: "member.invited", company, subject: name, data: colleague }]);
    for (const { prefix, by, age, duration = null, ...rest } of addresses) {
      const creation = before(age);
      const own = { company, owner: by.name, domain_name, email_name: `${prefix}@${domain_name}`, creation };
      const times = { modified: creation, last_activity: creation, duration, expiry: lifetime(creation, duration) };
      const email = await tx.email.create({ data: { ...rest, ...own, ...times } });
      await tell(creation, by, [emailEvent("created", email)]);
    }
    await addDomain(tx, { secret }, company, before(2 * day), tell);
    if (hasReceiver) await addWebhook(tx, company, before, `signup-test@${domain_name}`, tell);
  });
  await create.catch((error) => {
    // Another process, started at the same time, was first, or a customer has one of the addresses.
    if (!isTaken(error)) throw error;
  });
}

type Tell = (at: Date, by: typeof administrator, events: Event[]) => Promise<void>;

async function addDomain(
  tx: Transaction,
  context: Pick<Context, "secret">,
  company: string,
  creation: Date,
  tell: Tell,
): Promise<void> {
  const verification_token = tokenOf(context, company, ownDomain);
  const domain = { domain_name: ownDomain, company, owner: administrator.name, verification_token, creation };
  await tx.domain.create({ data: domain });
  const data = { domain_name: ownDomain };
  await tell(creation, administrator, [{ type: "domain.added", company, subject: ownDomain, data }]);
}

/** A webhook, and deliveries that were made at once, after retries, and not at all. Their messages are made up. */
async function addWebhook(
  tx: Transaction,
  company: string,
  before: (age: number) => Date,
  recipients: string,
  tell: Tell,
): Promise<void> {
  const webhook = await tx.webhook.create({
    data: {
      ...{ name: makeWebhookName(), company, owner: administrator.name, event: "email.received", url: receiverUrl },
      ...{ description: "Starts the sign-up tests", creation: before(3 * day) },
    },
  });
  await tell(webhook.creation, administrator, [webhookEvent("created", webhook)]);
  for (const { age, failures, arrived } of deliveries) {
    const creation = before(age);
    const sample = sampleOf("email.received", null, administrator.name, creation);
    const link = sample.link.replace(encodeURIComponent(sample.recipients), encodeURIComponent(recipients));
    const payload = { ...sample, recipients, link };
    const waits = [0, ...retryPauses];
    let at = creation.getTime();
    const attempts = waits.slice(0, failures + (arrived ? 1 : 0)).map((seconds, index) => {
      at += seconds * 1_000;
      const answer = index < failures ? { status: 503, answer: startingText } : { status: 200, answer: takenText };
      return { attempt: index + 1, creation: new Date(at), duration: 40 + 13 * index, ...answer };
    });
    await tx.webhookDelivery.create({
      data: {
        ...{ name: randomUUID(), company, webhook: webhook.name, event: webhook.event, payload, creation },
        ...{ status: arrived ? "delivered" : "failed", failures, next_attempt: new Date(at) },
        attempts: { create: attempts },
      },
    });
  }
}
