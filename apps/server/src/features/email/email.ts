import { type Email, toFlag, visibilities } from "@mayfly/contracts";
import type { CurrentMember } from "../../context.ts";
import type { Transaction } from "../../database/database.ts";
import type { DocumentType } from "../../documents/document_type.ts";
import { choiceColumn, column, flagColumn, instantColumn } from "../../documents/field.ts";
import type { Email as EmailRow } from "../../generated/prisma/client.ts";
import { type Notice, notify, notifyOnce } from "../notification/notification.ts";
import type { QuotaFactor } from "../quota/quota.ts";
import { announceEvents } from "../webhook/webhook.ts";

/** Filter for the addresses and mail a member may read: their own and Public ones; Administrators all (P55, P56). */
export const readable = (member: CurrentMember) =>
  member.role === "Administrator" ? {} : { OR: [{ owner: member.name }, { visibility: "Public" as const }] };

/** The same as rooms of live connections (live.ts): all of the company, or the owner and the Administrators. */
export const readersOf = ({ company, owner, visibility }: Pick<EmailRow, "company" | "owner" | "visibility">) =>
  visibility === "Public"
    ? ([["company", company]] as const)
    : ([
        ["member", owner],
        ["administrators", company],
      ] as const);

/** The document type Email. */
export const email: DocumentType<"Email", keyof Email> = {
  model: "email",
  key: "email_name",
  readable: ({ member }) => readable(member),
  // A Member's own and Public addresses are picked from those of the company: people make these, one at a time.
  indexes: () => [["creation"], ["modified"], ["owner", "creation"]],
  fields: {
    name: column("email_name", "address"),
    email_name: column("email_name", "address"),
    expiry: instantColumn("expiry", { nullable: true }),
    reason: column("reason", "text"),
    visibility: choiceColumn("visibility", visibilities),
    is_active: flagColumn("is_active"),
    creation: instantColumn("creation"),
    modified: instantColumn("modified"),
    owner: column("owner", "address"),
  },
};

export type { EmailRow };

export const asEmail = (row: EmailRow): Email => ({
  ...row,
  name: row.email_name,
  is_active: toFlag(row.is_active),
  expiry: row.expiry?.toISOString() ?? null,
  creation: row.creation.toISOString(),
  modified: row.modified.toISOString(),
});

/** Whether an address takes mail (design, invariant 3). */
export const takesMail = ({ is_active, expiry }: Pick<EmailRow, "is_active" | "expiry">, now: Date) =>
  is_active && (expiry === null || expiry > now);

/** Filter for the addresses that take mail. */
export const active = (now: Date) => ({ is_active: true, OR: [{ expiry: null }, { expiry: { gt: now } }] });

/** Filter for the addresses that take mail, or had ended before `then`. */
export const notEndedSince = (then: Date, now: Date) => ({ OR: [active(now), { expiry: { lt: then } }] });

/** When something that lives for this many seconds from now ends; null: never. */
export const lifetime = (now: Date, seconds: number | null) =>
  seconds === null ? null : new Date(now.getTime() + seconds * 1000);

type Change = "created" | "activated" | "deactivated" | "expired";

/** Tells the company's webhooks that addresses have changed. */
export const announceEmails = (tx: Transaction, now: Date, rows: EmailRow[], what: Change) =>
  announceEvents(
    tx,
    now,
    rows.map((row) => ({
      company: row.company,
      event: `email.${what}` as const,
      domain: row.domain_name,
      data: { ...asEmail(row), domain_name: row.domain_name },
    })),
  );

const noticeOf = (
  { company, owner, email_name }: Pick<EmailRow, "company" | "owner" | "email_name">,
  what: Change,
  email_content: string,
): Notice => ({
  ...{ company, topic: "Emails", owner, subject: `Email ${what}`, email_content },
  ...{ document_type: "Email", document_name: email_name },
});

/** Tells the owner, the Administrators and the webhooks of the company what a member did to an address. */
export async function tell(
  tx: Transaction,
  now: Date,
  row: EmailRow,
  what: Exclude<Change, "expired">,
  /** The member's call that did it, and a sentence that names the member. */
  by: QuotaFactor & { sentence: string },
): Promise<void> {
  await notify(tx, now, [noticeOf(row, what, by.sentence)], by);
  await announceEmails(tx, now, [row], what);
}

/** Tells each owner and Administrator once, however many of their company's addresses have expired together. */
export const notifyExpired = (
  tx: Transaction,
  now: Date,
  rows: Pick<EmailRow, "company" | "owner" | "email_name">[],
): Promise<void> =>
  notifyOnce(
    tx,
    now,
    rows.map((row) =>
      noticeOf(row, "expired", `${row.email_name} has expired. It takes no more mail until it is activated again.`),
    ),
    (count) => ({
      subject: "Emails expired",
      email_content: `${count} addresses have expired. They take no more mail until they are activated again.`,
    }),
  );
