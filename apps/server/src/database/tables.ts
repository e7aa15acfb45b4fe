import type { Prisma } from "../generated/prisma/client.ts";

type Where = Record<string, unknown>;

/** What holds of a table. */
interface Table {
  /** The folder whose files alone write it. */
  owner: string;
  /** Other folders that write it; a comment says why. */
  writtenBy?: string[];
  /** Other folders whose statements read it. */
  readBy?: string[];
  /** How a company's queries are limited to its rows; null: the table is out of reach from within a company. */
  scope: ((company: string) => Where) | null;
}

const byColumn = (company: string): Where => ({ company });
const byMember = (company: string): Where => ({ member_row: { company } });
const everyones = (): Where => ({});

/** Whether a table's rows name their company in a column of their own. */
export const hasCompany = (model: Prisma.ModelName): boolean => tables[model].scope === byColumn;

/** The tables, by their models. `tables.test.ts` compares who writes and reads them with every statement. */
export const tables: Record<Prisma.ModelName, Table> = {
  Installation: { owner: ".", scope: null },
  Plan: { owner: "features/subscription", readBy: ["features/api_key", "operator"], scope: everyones },
  PlanFeature: { owner: "features/subscription", readBy: ["features/api_key"], scope: everyones },
  PlanQuota: { owner: "features/subscription", scope: everyones },
  QuotaUse: { owner: "features/subscription", scope: byColumn },
  // Its webhooks' secret is a column.
  Company: {
    owner: "features/member",
    writtenBy: ["features/webhook"],
    readBy: [
      "features/attempt",
      "features/delivery",
      "features/inbox",
      "features/plan",
      "features/profile",
      "features/subscription",
      "features/team",
      "features/wait",
      "operator",
    ],
    scope: (company) => ({ name: company }),
  },
  Subscription: { owner: "features/subscription", readBy: ["features/api_key", "operator"], scope: byColumn },
  Member: {
    owner: "features/member",
    readBy: [
      "features/api_key",
      "features/background_job",
      "features/notification",
      "features/register",
      "features/reset_user",
      "features/session",
      "features/setting",
      "features/team",
      "operator",
    ],
    scope: byColumn,
  },
  Invitation: { owner: "features/team", readBy: ["features/reset_user"], scope: byColumn },
  Session: { owner: "features/session", scope: byMember },
  SignupRequest: { owner: "features/register", scope: null },
  // A new password voids the links for setting one.
  ResetToken: { owner: "features/reset_user", writtenBy: ["features/session"], scope: byMember },
  Domain: {
    owner: "features/domain",
    readBy: [
      "features/attempt",
      "features/email",
      "features/inbox",
      "features/register",
      "features/team",
      "features/wait",
      "features/webhook",
    ],
    scope: byColumn,
  },
  Email: {
    owner: "features/email",
    readBy: [
      "features/attempt",
      "features/domain",
      "features/inbox",
      "features/search",
      "features/stats",
      "features/wait",
      "operator",
    ],
    scope: byColumn,
  },
  MessageSource: { owner: "features/inbox", readBy: ["features/attempt", "features/verify"], scope: byColumn },
  CustomerInbox: {
    owner: "features/inbox",
    readBy: [
      "features/attempt",
      "features/claim",
      "features/delivery",
      "features/email",
      "features/search",
      "features/verify",
      "features/wait",
      "features/webhook",
      "operator",
    ],
    scope: byColumn,
  },
  PostmasterMail: { owner: "features/postmaster", scope: null },
  SmtpAttempt: { owner: "features/attempt", scope: byColumn },
  SmtpAttemptCount: { owner: "features/attempt", scope: byColumn },
  MessageClaim: { owner: "features/claim", readBy: ["features/inbox"], scope: byColumn },
  TimelineEntry: { owner: "features/inbox", scope: byColumn },
  MessageSearch: { owner: "features/search", scope: byColumn },
  SearchState: { owner: "features/search", scope: null },
  SearchRange: { owner: "features/search", scope: null },
  SearchUnread: { owner: "features/search", scope: byColumn },
  InboxBlock: { owner: "features/inbox", scope: byColumn },
  // Since when its deliveries fail is known to who makes them.
  Webhook: { owner: "features/webhook", writtenBy: ["features/delivery"], readBy: ["features/inbox"], scope: byColumn },
  // Mail's bulk path inserts its own; a webhook's test and redelivery are calls.
  WebhookDelivery: { owner: "features/delivery", writtenBy: ["features/inbox", "features/webhook"], scope: byColumn },
  WebhookAttempt: { owner: "features/delivery", scope: (company) => ({ delivery_row: { company } }) },
  NotificationLog: { owner: "features/notification", scope: byColumn },
  Event: { owner: "features/event", readBy: ["features/email"], scope: byColumn },
  ApiKey: { owner: "features/api_key", readBy: ["features/background_job"], scope: byColumn },
  IdempotentAnswer: { owner: "features/idempotency", scope: byColumn },
  Verification: { owner: "features/verify", scope: null },
  BackgroundJob: { owner: "features/background_job", scope: byColumn },
  WorkerPool: { owner: "jobs", scope: null },
  NotificationPreference: { owner: "features/setting", readBy: ["features/notification"], scope: byMember },
};
