import {
  type ApiKey,
  type Contract,
  contracts,
  type Domain,
  type LoggedDelivery,
  NotificationLog,
  type RefusedAttempt,
  type TeamMember,
  type TimelineEntry,
  type Webhook,
} from "@mayfly/contracts";
import type { Page } from "@playwright/test";
import { type Answer, changed, lists, says, stub } from "./stub.ts";

// Answers of the server for the screens that are drawn: rows that are as many and as long as they come.

const { api_key, domain, inbox, invitation, plan, profile, reportview, resource, team, webhook } = contracts;
const { get_company_plan, get_stats } = plan;

/** As long as they come: one word, one address, one name, and what a person may write. */
export const words = {
  reason: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, Kündigungsbestätigung",
  person: "Maximiliane-Charlotte Freifrau von Donnersmarck-Hohenzollern zu Rechtsschutzversicherungsgesellschaft",
  company: "Rechtsschutzversicherungsgesellschaften und Grundstücksverkehrsgenehmigungszuständigkeit GmbH & Co. KG",
  address:
    "kraftfahrzeughaftpflichtversicherung.rindfleischetikettierung01@posteingang.rechtsschutzversicherungsgesellschaften.example",
  domain: "grundstuecksverkehrsgenehmigungszustaendigkeitsuebertragung.posteingang.example",
  url: `https://hooks.rechtsschutzversicherungsgesellschaften.example/${"sehr-langer-pfad/".repeat(9)}ende?team=qualitaetssicherung`,
} as const;

export const answered = (contract: Pick<Contract, "path">, answer: Answer) => (page: Page) =>
  stub(page, contract, answer);

export const used = (counts: object) =>
  answered(
    get_stats,
    changed<object>((own) => ({ ...own, ...counts })),
  );
export const planned = (feature: string, having: object) =>
  answered(
    get_company_plan,
    changed<{ features: { feature: string }[] }>((own) => ({
      ...own,
      features: own.features.map((each) => (each.feature === feature ? { ...each, ...having } : each)),
    })),
  );
export const starterPlan = answered(
  get_company_plan,
  changed<{ features: { feature: string }[] }>((own) => ({
    ...own,
    ...{ plan: "Starter", price: 0 },
    features: own.features.map((each) => ({ ...each, unlimited: 0, limit: each.feature === "email" ? 5 : 1 })),
  })),
);
export const named = (planName: string) =>
  answered(
    get_company_plan,
    changed<object>((own) => ({ ...own, plan: planName })),
  );
export const longNames = answered(
  profile.get_profile,
  changed<object>((own) => ({
    ...own,
    full_name: words.person,
    company_name: words.company,
    email: words.address,
  })),
);

const now = Date.now();
export const instant = (days: number) => new Date(now + days * 86_400_000).toISOString();

export const emails = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    email_name: index % 2 === 0 ? words.address : `signup-${index}@mayfly.test`,
    expiry: [null, instant(0.01), instant(1), instant(6), instant(-1), instant(200)][index % 6],
    reason: index % 2 === 0 ? words.reason : "",
    visibility: index % 3 === 0 ? "Public" : "Private",
    is_active: index % 6 === 4 ? 0 : 1,
    creation: instant(-index),
    owner: index % 3 === 1 ? words.address : "demo@mayfly.test",
  }));
export const manyEmails = [
  answered(resource.list, lists(emails(5))),
  answered(reportview.get_count, says(1001)),
  used({ email: 5 }),
  planned("email", { unlimited: 0, limit: 5 }),
];
const happened = ["Email", "Domain", "Webhook", "Member"] as const;
export const activity = {
  keys: Object.keys(NotificationLog.shape),
  values: Array.from({ length: 20 }, (_, index) => {
    const row: NotificationLog = {
      name: String(index),
      subject: index % 3 === 0 ? words.reason : "Email created",
      type: "Alert",
      email_content: index % 2 === 0 ? `${words.person} created ${words.address}` : "Ada created signup@mayfly.test",
      document_type: happened[index % 4] ?? "",
      document_name: words.address,
      for_user: "",
      read: 0,
      creation: instant(-index / 3),
      modified: instant(-index / 3),
    };
    return Object.values(row);
  }),
};
export const noEmails = [answered(resource.list, lists([])), answered(reportview.get_count, says(0))];

const people = (count: number): TeamMember[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${index}@lakeside.example`,
    full_name: index % 2 === 0 ? words.person : "Max Miller",
    email: index % 2 === 0 ? words.address : "max@lakeside.example",
    role: index % 2 === 0 ? "Administrator" : "Member",
    is_active: index % 3 === 0 ? 0 : 1,
    creation: index === 1 ? null : instant(-index * 40),
  }));
export const manyPeople = answered(team.get_team_members, says({ team_members: people(5), count: 41 }));
export const invitedPeople = answered(
  team.get_team_members,
  says({ team_members: people(5).map((one) => ({ ...one, is_invited: 1 })), count: 41 }),
);
/** The same, of whom the first can join. */
export const activeInvited = answered(
  team.get_team_members,
  says({ team_members: people(5).map((one) => ({ ...one, is_active: 1, is_invited: 1 })), count: 41 }),
);
export const invitationLink = "https://mayfly.example/forget-password/join_Zm9yZ2V0IG5vdGhpbmcgZXZlcg_-x";
export const longInvitation = { company: "rechtsschutzversicherungsgesellschaften.example", email: words.address };
export const invitedBy = (more: object) =>
  answered(
    invitation.get_invitation,
    says({
      ...{ company: "Lakeside Software", inviter: "Grace Hopper", email: "ada@engines.example", role: "Member" },
      ...{ needs_code: 0, ...more },
    }),
  );
export const fullTeam = [manyPeople, used({ team: 3 }), planned("team", { unlimited: 0, limit: 3 })];

const key = (index: number, own: Partial<ApiKey> = {}): ApiKey => ({
  name: `0198f2c4-5d8e-7b1a-9c37-00000000000${index}`,
  key_name: "End-to-end tests",
  first: "mfly_4Tq",
  owner: "ada@lakeside.example",
  scopes: ["emails:read", "emails:write", "messages:read", "messages:write", "domains:read"],
  networks: [],
  expiry: instant(62),
  replaced_by: null,
  last_used: instant(-0.01),
  last_network: "198.51.100.7",
  creation: instant(-index),
  ...own,
});
/** Keys in every state. */
export const manyKeys = answered(
  api_key.get_api_keys,
  says({
    api_keys: [
      key(0),
      key(1, { replaced_by: key(0).name, expiry: instant(0.03), first: "mfly_9xB" }),
      key(2, {
        key_name: words.reason,
        owner: words.address,
        scopes: ["emails:read", "messages:read", "webhooks:read", "webhooks:write", "team:read"],
        networks: ["2001:db8:1234:5678::/64", "198.51.100.0/24", "203.0.113.64/26"],
        expiry: instant(5),
        last_network: "2001:db8:1234:5678:9abc:def0:1234:5678",
      }),
      key(3, { key_name: "Dashboard", scopes: ["emails:read"], expiry: null, last_used: null, last_network: null }),
      key(4, { key_name: "Old pipeline", expiry: instant(-3), last_used: instant(-40), owner: "max@lakeside.example" }),
    ],
    count: 12,
  }),
);
export const newKey = says({
  ...{ success: true, message: "API key created successfully!", ...key(0) },
  key: "mfly_4TqW8sZk2Lm9Xc7Vb5Nn3Qp1Rt6Yu0IoAbCdEf",
});

const ownDomain = (index: number, own: Partial<Domain> = {}): Domain => {
  const domain_name = own.domain_name ?? (index % 2 === 0 ? words.domain : `mail-${index}.lakeside.example`);
  return {
    name: domain_name,
    domain_name,
    is_verified: index % 3 === 0 ? 0 : 1,
    is_default: 0,
    creation: instant(-index),
    owner: words.address,
    mx_found: index % 3 === 1 ? 1 : 0,
    checked: instant(-0.1),
    failing_since: null,
    unverified_on: null,
    active_emails: index * 7,
    records: [
      {
        type: "TXT",
        name: `_mayfly.${domain_name}`,
        value: "mayfly-verification=3f1c9a7be4d84e0c9b1f6a2d",
        priority: null,
        status: "missing",
        seen: ["v=spf1 -all", "mayfly-verification=another"],
      },
      {
        type: "MX",
        name: domain_name,
        value: "mx.mayfly.test",
        priority: 10,
        status: "outranked",
        seen: ["1 aspmx.example", "5 alt1.aspmx.example"],
      },
    ],
    ...own,
  };
};
const domains = (...rows: Domain[]) => answered(domain.list_domains, says({ domains: rows, count: 23 }));
/** One as long as they come, and a short one. */
export const internationalDomains = domains(
  ownDomain(0, { domain_name: "xn--bcher-kva.example" }),
  ownDomain(1, {
    domain_name: "xn--grundstcksverkehrsgenehmigungszustndigkeit-3sd24h.xn--bcher-kva.example",
  }),
);
export const manyDomains = [
  domains(
    ownDomain(0),
    ownDomain(1),
    ownDomain(2),
    ownDomain(4, { failing_since: instant(-2), unverified_on: instant(5) }),
    ownDomain(7, { is_default: 1, is_verified: 1, domain_name: "mayfly.test", creation: null, owner: "" }),
  ),
  used({ domain: 10 }),
  planned("domain", { available: 1, unlimited: 0, limit: 10 }),
];

const hook = (index: number): Webhook => ({
  id: `webhook-${index}f3a`,
  name: `webhook-${index}f3a`,
  url: index % 2 === 0 ? words.url : "https://hooks.lakeside.example/mail",
  event: ["email.received", "email.created", "email.expired"][index % 3] ?? "",
  enabled: index === 2 || index === 3 ? 0 : 1,
  is_active: index === 2 || index === 3 ? 0 : 1,
  domain: index % 2 === 0 ? words.domain : null,
  domain_name: index % 2 === 0 ? words.domain : null,
  description: index % 2 === 0 ? words.reason : "",
  creation: instant(-index),
  failing_since: index > 2 ? instant(-1) : null,
  paused: index === 3 ? instant(-0.5) : null,
});
const hooks = [0, 1, 2, 3, 4].map(hook);
export const withWebhooks = [used({ webhook: 5 }), planned("webhook", { available: 1, unlimited: 0, limit: 25 })];
export const manyWebhooks = [answered(webhook.get_all_webhooks, says({ webhooks: hooks, count: 23 })), ...withWebhooks];
export const delivery = (index: number): LoggedDelivery => ({
  name: `msg_0193${index}e7c5a1b72f8`,
  event: "email.received",
  test: index === 2,
  status: (["delivered", "pending", "failed"] as const)[index % 3] ?? "pending",
  creation: instant(-index / 20),
  next_attempt: index % 3 === 1 ? instant(0.02) : null,
  about: index === 1 ? "" : index === 0 ? words.address : "orders@mayfly.test",
  subject: index === 1 ? "" : index === 0 ? words.reason : "Your code is 123456",
  message: index === 1 ? null : "01931e7c-0000-7000-8000-000000000000",
  attempts: Array.from({ length: index }, (_, attempt) => ({
    attempt: attempt + 1,
    creation: instant(-index / 20),
    duration: 10_000 - attempt * 3000,
    status: attempt === 0 ? null : 503,
    answer: attempt === 0 ? "The server did not answer in 10 seconds." : `<h1>${words.reason}</h1> ${words.url}`,
  })),
});
export const deliveries = (rows: LoggedDelivery[]) => [
  answered(webhook.get_webhook_deliveries, says({ webhook: hook(0), deliveries: rows, count: rows.length })),
  answered(
    webhook.get_delivery_body,
    says({ body: JSON.stringify({ type: "email.received", data: { text: words.reason.repeat(9) } }) }),
  ),
  ...withWebhooks,
];

const entry = (what: TimelineEntry["what"], seconds: number, who: string | null, detail: string): TimelineEntry => ({
  ...{ what, who, detail },
  creation: new Date(now - 3_600_000 + seconds * 1000).toISOString(),
});
/** Everything that can happen to a message. */
export const longTimeline = answered(
  inbox.get_timeline,
  says([
    entry("connected", 0, "2001:db8:1234:5678:9abc:def0:1234:5678", `The client called itself ${words.domain}.`),
    entry("tls", 0, "2001:db8:1234:5678:9abc:def0:1234:5678", "Encrypted with TLSv1.3 TLS_AES_256_GCM_SHA384."),
    entry("stored", 1, null, `Mail from ${words.address} for ${words.address}, saved to disk.`),
    entry("accepted", 1, "2001:db8:1234:5678:9abc:def0:1234:5678", "The sender received a 250 reply."),
    entry("pushed", 1, null, "Sent to open inboxes."),
    entry("webhook", 12, words.domain, "Attempt 1: The server did not answer in 10 seconds., after 10000 ms."),
    entry("webhook", 72, words.domain, "Attempt 2: HTTP 200, after 84 ms."),
    entry("opened", 90, words.address, "Opened for the first time."),
    entry("claimed", 95, "ada@lakeside.example", `By an API key, until ${instant(0.01)}.`),
    entry("acknowledged", 99, "ada@lakeside.example", "The claim is final."),
  ]),
);

const attempt = (hours: number, own: Partial<RefusedAttempt>): RefusedAttempt => ({
  address: words.address,
  creation: instant(-hours / 24),
  outcome: "refused",
  reply: `550 5.1.1 <${words.address}>: No such address here`,
  mail_from: words.address,
  ...own,
});
export const refusedMail = answered(
  inbox.get_refused_mail,
  says([
    attempt(0.1, { outcome: "deferred", reply: "452 4.5.3 Too much mail at once: try again later" }),
    attempt(1, { address: words.address.replace("rindfleisch", "rindfliesch"), mail_from: null }),
    attempt(30, { address: words.address.replace("fahrzeug", "fahrzug"), mail_from: "app@staging.example" }),
  ]),
);
