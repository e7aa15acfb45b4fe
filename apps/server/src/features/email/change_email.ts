import { isDeepStrictEqual } from "node:util";
import { emailTexts } from "@mayfly/contracts";
import { z } from "zod";
import { timer } from "../../clock.ts";
import type { CurrentMember, MemberContext } from "../../context.ts";
import type { CompanyTransaction } from "../../database/company_database.ts";
import { enqueue, type Job, job } from "../../job.ts";
import { Refusal } from "../../refusal.ts";
import { beginJob, continueJob, type Worker } from "../background_job/background_job.ts";
import { actorOf, type Event, happened } from "../event/event.ts";
import { claimSlot, lacks, lockCompany, planOf } from "../subscription/subscription.ts";
import { mayUse } from "./address.ts";
import { countedEmails, type EmailRow, emailEvent, lifetime, takesMail } from "./email.ts";
import { readableEmail } from "./rights.ts";

/** What is changed of an address; what is left out stays. */
export interface EmailChange {
  is_active?: boolean | undefined;
  /** Seconds that it lives from now on; null: it never expires. */
  duration?: number | null | undefined;
  reason?: string | undefined;
  run?: string | null | undefined;
  /** All of them. */
  tags?: string[] | undefined;
  note?: string | undefined;
}

/** @throws Refusal when the caller does not manage the address, or the plan or the domain does not allow the change */
export function changeEmail(context: MemberContext, address: string, change: EmailChange): Promise<EmailRow> {
  const { db, member, clock } = context;
  return db.$transaction(async (tx) => {
    await lockCompany(tx, member.company);
    const now = clock();
    const before = await managed(tx, member, address);
    const told: Event[] = [];
    let row = before;
    const write = async (data: Partial<EmailRow>) => {
      row = await tx.email.update({ where: { email_name: before.email_name }, data: { ...data, modified: now } });
      return row;
    };
    if (change.duration !== undefined && !(await planOf(tx, member.company)).has("email_expiry"))
      throw lacks("email_expiry");
    const becomesActive = change.is_active ?? takesMail(before, now);
    // It would change nothing that anybody sees, until it is activated.
    if (change.duration !== undefined && !becomesActive)
      throw Refusal.invalid(emailTexts.endOfInactive).about("expires_in");
    const others = othersOf(before, change);
    if (Object.keys(others).length > 0) told.push(emailEvent("updated", await write(others), before));
    if (change.is_active === false && row.is_active) {
      // An address that has just expired but is not settled is deactivated too, so it keeps its mail (requirement P04).
      told.push(
        emailEvent(
          "deactivated",
          await write({ is_active: false, deactivated: true, expiry: now, expired: null }),
          before,
        ),
      );
    } else if (change.is_active === true && !takesMail(row, now)) {
      const duration = await renewal(context, tx, row, now);
      const data = { ...awake, duration, expiry: lifetime(now, duration) };
      told.push(emailEvent("activated", await write(data), before));
    } else if (change.duration !== undefined && takesMail(row, now)) {
      const asWas = row;
      told.push(emailEvent("updated", await write({ expiry: lifetime(now, change.duration) }), asWas));
    }
    await happened(tx, now, actorOf(context), told);
    return row;
  });
}

/** What an address is once it is active. */
const awake = { is_active: true, deactivated: false, expired: null };

/** For how long a deactivation can be undone: longer than the app offers it. Milliseconds. */
const undoMilliseconds = 60_000;

/**
 * Takes back a deactivation (row Y05): the address ends when it would have ended.
 * @throws Refusal when there is none of the last minute, or as `changeEmail`
 */
export function undoDeactivation(context: MemberContext, address: string): Promise<EmailRow> {
  const { db, member, clock } = context;
  return db.$transaction(async (tx) => {
    await lockCompany(tx, member.company);
    const now = clock();
    const before = await managed(tx, member, address);
    const since = new Date(now.getTime() - undoMilliseconds);
    const [event] = await tx.event.findMany({
      where: {
        company: member.company,
        subject: before.email_name,
        type: "email.deactivated",
        creation: { gte: since },
      },
      orderBy: { creation: "desc" },
      take: 1,
    });
    const expiry = expiryBefore(event?.changes);
    if (!before.deactivated || expiry === undefined || (expiry !== null && expiry <= now))
      throw Refusal.invalid(emailTexts.nothingToUndo);
    // Its domain or its place in the plan may be gone meanwhile.
    await renewal(context, tx, before, now);
    const row = await tx.email.update({
      where: { email_name: before.email_name },
      data: { ...awake, expiry, modified: now },
    });
    await happened(tx, now, actorOf(context), [emailEvent("activated", row, before)]);
    return row;
  });
}

const Changes = z.object({ expiry: z.tuple([z.nullable(z.iso.datetime()), z.nullable(z.iso.datetime())]) });

/** When an address ended before a change; null: never; undefined: the change did not concern it. */
function expiryBefore(changes: unknown): Date | null | undefined {
  const [before] = Changes.safeParse(changes).data?.expiry ?? [];
  return typeof before === "string" ? new Date(before) : before;
}

/** Finds an address that the member manages: their own, or any of the company's for an Administrator. */
export async function managed(tx: CompanyTransaction, member: MemberContext["member"], address: string) {
  const row = await readableEmail({ db: tx, member }, address);
  if (row.owner !== member.name && member.role !== "Administrator") throw Refusal.forbidden();
  return row;
}

/** The fields that change, besides whether it is active and until when. */
function othersOf(before: EmailRow, { reason, run, tags, note, duration }: EmailChange): Partial<EmailRow> {
  return Object.fromEntries(
    Object.entries({ reason, run, tags, note, duration }).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, before[name as keyof EmailRow]),
    ),
  );
}

/** The seconds for which an address is activated. @throws Refusal when it may not be */
async function renewal({ member, defaultDomains }: MemberContext, tx: CompanyTransaction, row: EmailRow, now: Date) {
  if (!(await mayUse(tx, row.domain_name, defaultDomains))) throw Refusal.invalid(emailTexts.domainGone);
  const plan = await claimSlot(tx, member.company, countedEmails, now);
  // A plan without a choice of duration forces its own, whatever was chosen under another plan (requirement P07).
  return plan.has("email_expiry") ? row.duration : plan.forced_expiry;
}

/** Addresses that one transaction deactivates: it locks the company meanwhile. */
const atOnce = 500;

/** How long one call begins with more. Milliseconds. */
const callMilliseconds = 2_000;

/** Deactivates all active addresses of a run that the caller manages: the rest, if it takes long, as a job. */
export async function deactivateRun(
  context: MemberContext,
  run: string,
): Promise<{ deactivated: number; job: string | null }> {
  const { db, member, clock } = context;
  const isTooLate = timer(clock, callMilliseconds);
  const asked = { run, until: clock() };
  let deactivated = 0;
  do {
    const { done, isMore } = await db.$transaction((tx) =>
      deactivateSome(tx, clock(), { member, actor: actorOf(context) }, asked),
    );
    deactivated += done;
    if (!isMore) return { deactivated, job: null };
  } while (!isTooLate());
  const job = await db.$transaction(async (tx) => {
    const left = await tx.email.count({ where: ofRun(member, asked) });
    const begun = { call: "emails_remove_run", input: asked, done: deactivated, total: deactivated + left } as const;
    const id = await beginJob(tx, context, begun);
    await enqueue(tx, deactivateRest, { job: id });
    return id;
  });
  return { deactivated, job };
}

/** A run, and when its end was asked for: the next run of this name may begin at once. */
const Run = z.object({ run: z.string(), until: z.coerce.date() });

const ofRun = (member: CurrentMember, { run, until }: z.output<typeof Run>) => ({
  ...{ run, is_active: true, company: member.company, creation: { lte: until } },
  ...(member.role === "Administrator" ? {} : { owner: member.name }),
});

async function deactivateSome(
  tx: CompanyTransaction,
  now: Date,
  { member, actor }: Worker,
  run: z.output<typeof Run>,
): Promise<{ done: number; isMore: boolean }> {
  await lockCompany(tx, member.company);
  const rows = await tx.email.findMany({ where: ofRun(member, run), take: atOnce });
  const names = rows.map(({ email_name }) => email_name);
  const data = { is_active: false, deactivated: true, expiry: now, expired: null, modified: now };
  const ended = await tx.email.updateManyAndReturn({ where: { email_name: { in: names } }, data });
  const before = new Map(rows.map((row) => [row.email_name, row]));
  const events = ended.map((row) => emailEvent("deactivated", row, before.get(row.email_name)));
  await happened(tx, now, actor, events);
  return { done: ended.length, isMore: rows.length === atOnce };
}

const OfJob = z.object({ job: z.uuid() });

/** The rest of a run's addresses, for the member who asked for it. */
export const deactivateRest: Job<typeof OfJob> = job("email/deactivate_rest", OfJob, async (context, { job }) => {
  const { rootDb, clock, stopping } = context;
  const some = () =>
    continueJob(context, job, "emails:write", (tx, worker, input) =>
      deactivateSome(tx, clock(), worker, Run.parse(input)),
    );
  while (await some()) {
    // Goes on in another process.
    if (stopping.aborted) return enqueue(rootDb, deactivateRest, { job });
  }
});
