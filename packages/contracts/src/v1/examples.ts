import type * as z from "zod/mini";
import { planNames } from "../limits.ts";
import type { DomainResource } from "./domains.ts";
import type { AttemptResource, EmailCounts, EmailResource } from "./emails.ts";
import type { Me } from "./me.ts";
import type { MemberResource } from "./members.ts";
import type { MessageResource, MessageSummary } from "./messages.ts";
import type { Problem } from "./problem.ts";
import type { Explanation, WaitAnswer } from "./wait.ts";
import type { DeliveryResource, WebhookResource } from "./webhooks.ts";

// One example of each resource, for the document of the API. A test holds them to their schemas.

const email: EmailResource = {
  email_name: "signup-test@mayfly.test",
  unicode_name: "signup-test@mayfly.test",
  domain_name: "mayfly.test",
  owner: "ada@lakeside.example",
  reason: "Sign-up flow on staging",
  run: "ci/4711",
  visibility: "Private",
  is_active: true,
  expiry: "2026-12-05T09:30:00.000Z",
  creation: "2026-11-28T09:30:00.000Z",
  modified: "2026-11-28T09:30:00.000Z",
};

const counts: EmailCounts = {
  ...{ email_name: email.email_name, unicode_name: email.unicode_name },
  ...{ messages: 3, unread: 1 },
};

const attempt: AttemptResource = {
  outcome: "refused",
  creation: "2026-11-28T09:31:40.000Z",
  mail_from: "app@staging.example",
  network: "198.51.100.7",
  helo: "mx.staging.example",
  tls: "TLSv1.3",
  reply: "550 5.2.1 The address is no longer active",
  reason: "ended",
  message: null,
};

const message: MessageSummary = {
  name: "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
  recipients: "signup-test@mayfly.test",
  unicode_recipients: "signup-test@mayfly.test",
  owner: "ada@lakeside.example",
  sender: "Staging <no-reply@staging.example>",
  mail_from: "bounces@staging.example",
  subject: "Your code is 482913",
  preview: "Hello Ada, your code is 482913. It is valid for ten minutes.",
  code: "482913",
  has_attachment: false,
  visibility: "Private",
  seen: false,
  creation: "2026-11-28T09:31:12.000Z",
};

const wholeMessage: MessageResource = {
  ...message,
  to: ["signup-test@mayfly.test"],
  cc: [],
  reply_to: [],
  size: 2_381,
  rendering: "html",
  signed: false,
  attachments: [],
  text: "Hello Ada,\n\nyour code is 482913. It is valid for ten minutes.",
};

const explanation: Explanation = {
  text: [
    "A message from Staging <no-reply@staging.example> came 4.2 s into the wait, but its subject 'Welcome' does not contain 'code'.",
    "Mail arrived but did not match your criteria.",
  ].join("\n"),
  advice: "Mail arrived but did not match your criteria.",
  matching: [],
  not_matching: [
    {
      name: message.name,
      creation: message.creation,
      sender: message.sender,
      subject: "Welcome",
      failed: [{ criterion: "subject", detail: "its subject 'Welcome' does not contain 'code'" }],
    },
  ],
  not_matching_count: 1,
  refused: [],
  refusals: { count: 0, first: null, last: null },
  is_complete: true,
  ...{ claimed: 0, acknowledged: 0, lease_ends: null },
  address: { email_name: email.email_name, is_active: true, expiry: email.expiry, creation: email.creation },
  domain: { domain_name: email.domain_name, mx_found: null, checked: null },
  last_message: message.creation,
};

const waitAnswer: WaitAnswer = {
  found: true,
  now: "2026-11-28T09:31:16.384Z",
  messages: [
    {
      ...message,
      text: "Hello Ada,\n\nyour code is 482913. It is valid for ten minutes.",
      ...{ truncated: false, links: [] },
    },
  ],
};

const webhook: WebhookResource = {
  name: "hook-k3v9m2p7qa",
  url: "https://ci.lakeside.example/hooks/mail",
  event: "email.received",
  enabled: true,
  domain: null,
  description: "Mail for the test runner",
  has_own_secret: false,
  creation: "2026-11-28T09:30:00.000Z",
  failing_since: null,
  paused: null,
};

const delivery: z.infer<typeof DeliveryResource> = {
  name: "0198f2c4-6a11-7c02-8d15-0a1b2c3d4e5f",
  event: "email.received",
  message: message.name,
  test: false,
  status: "delivered",
  creation: "2026-11-28T09:31:12.000Z",
  next_attempt: null,
  attempts: [{ attempt: 1, creation: "2026-11-28T09:31:12.000Z", duration: 41, status: 204, answer: "" }],
};

const domain: DomainResource = {
  domain_name: "mail.lakeside.example",
  unicode_name: "mail.lakeside.example",
  is_default: false,
  is_verified: true,
  mx_found: true,
  creation: "2026-11-01T08:00:00.000Z",
};

const member: MemberResource = {
  name: "ada@lakeside.example",
  full_name: "Ada Bergström",
  role: "Administrator",
  is_active: true,
  creation: "2026-11-01T08:00:00.000Z",
};

const me: z.infer<typeof Me> = {
  now: "2026-11-28T09:31:10.123Z",
  member: { name: "ada@lakeside.example", full_name: "Ada Bergström", role: "Administrator" },
  company: { name: "0198e0aa-1111-7abc-8def-0123456789ab", company_name: "Lakeside Software" },
  key: {
    name: "0198f2c3-2222-7abc-8def-0123456789ab",
    key_name: "CI",
    scopes: ["emails:read", "emails:write", "messages:read", "messages:write"],
    expiry: null,
  },
  plan: {
    plan: planNames.business,
    expiry_date: null,
    limits: {
      email: { used: 12, limit: null },
      team: { used: 2, limit: null },
      domain: { used: 1, limit: null },
      webhook: { used: 1, limit: null },
    },
  },
};

const problem: Problem = {
  type: "/api/v1/docs/problems#invalid",
  title: "Invalid request",
  status: 422,
  detail: "Unknown field: prefx",
  code: "invalid",
  request_id: "8f14e45f-ceea-467f-a9d1-1c1b2c3d4e5f",
  errors: [{ pointer: "#/prefx", detail: "Unknown field: prefx" }],
};

const job = {
  id: "019cd2a4-7b1e-7d70-9c3a-2f6d8c1b4a55",
  call: "emails_remove_run",
  status: "running",
  done: 12_500,
  total: 100_000,
  error: null,
  creation: "2026-11-30T09:30:00.000Z",
  ended: null,
};

const page = <Row>(row: Row) => ({ data: [row], next_cursor: null });

export const examples = {
  email,
  emails: page(email),
  counts,
  countsPage: page(counts),
  attempts: { ...page(attempt), refusals: { count: 1, first: attempt.creation, last: attempt.creation } },
  message: wholeMessage,
  messages: page(message),
  waitAnswer,
  explanation,
  webhook,
  webhooks: page(webhook),
  delivery,
  deliveries: page(delivery),
  domains: page(domain),
  members: page(member),
  job,
  me,
  problem,
};
