import type { Topic, WebhookEventData, WebhookEventName } from "@mayfly/contracts";

/** A domain that a company has. */
interface DomainData {
  domain_name: string;
}

/** A webhook, without the secret that its URL may hold. */
export interface WebhookData {
  event: string;
  host: string;
  domain: string | null;
  description: string;
  enabled: boolean;
}

/** A key, without what makes it one. */
interface ApiKeyData {
  key_name: string;
  /** Its first characters. */
  first: string;
  owner: string;
  scopes: string[];
  networks: string[];
  expiry: string | null;
}

type Nothing = Record<string, never>;

/** What can happen in a company, and what each event says of its subject. */
export interface EventData {
  "company.registered": { company_name: string };
  "company.updated": Nothing;
  /** It has received as much mail on one day as its plan allows. Thousands of bytes. */
  "company.mail_quota_reached": { allowed_kb: number };
  "plan.changed": { plan: string; expiry_date: string | null };

  "session.started": Nothing;
  "session.ended": Nothing;
  "password.changed": Nothing;
  "password.reset": Nothing;
  /** The operator made a link that sets a password. */
  "password.link_made": Nothing;
  "profile.updated": { full_name: string };
  "preferences.updated": { topics: Topic[] };

  "member.invited": WebhookEventData<"member.invited">;
  "member.joined": WebhookEventData<"member.updated">;
  "member.updated": WebhookEventData<"member.updated">;
  "invitation.updated": WebhookEventData<"member.updated">;
  "invitation.sent_again": WebhookEventData<"member.updated">;
  /** An Administrator has copied a link. */
  "invitation.link_made": WebhookEventData<"member.updated">;
  "invitation.withdrawn": WebhookEventData<"member.updated">;

  "email.created": WebhookEventData<"email.created">;
  "email.updated": WebhookEventData<"email.created">;
  "email.activated": WebhookEventData<"email.activated">;
  "email.deactivated": WebhookEventData<"email.deactivated">;
  "email.expired": WebhookEventData<"email.expired">;

  "message.deleted": { recipients: string };

  "domain.added": DomainData;
  "domain.verified": WebhookEventData<"domain.verified">;
  /** Its TXT record is no longer found. `unverified_on`: the day on which it becomes unverified unless it is back. */
  "domain.failing": DomainData & { unverified_on: string };
  /** Its MX record no longer leads here. */
  "domain.mail_lost": DomainData;
  "domain.unverified": DomainData & { missing_days: number; deactivated_emails: number };
  "domain.removed": DomainData;
  /** Another company has proved that it owns the domain. */
  "domain.taken_over": DomainData;

  "webhook.created": WebhookData;
  "webhook.updated": WebhookData;
  "webhook.enabled": WebhookData;
  "webhook.disabled": WebhookData;
  /** Its deliveries have failed for too long, or its receiver has said that it is gone. */
  "webhook.paused": WebhookData & { reason: "failing" | "gone"; failing_days: number };
  "webhook.deleted": WebhookData;
  /** A test event was sent. */
  "webhook.tested": WebhookData;
  /** A delivery was queued once more. */
  "webhook.redelivered": WebhookData & { delivery: string };
  "webhook_secret.replaced": Nothing;

  "api_key.created": ApiKeyData;
  /** It was made in place of another, which ends soon. */
  "api_key.rotated": ApiKeyData;
  "api_key.revoked": ApiKeyData;
  /** It expires within days. */
  "api_key.expiring": ApiKeyData;
}

export type EventType = keyof EventData;

/** Something that changed in a company. */
export type Event = {
  [Type in EventType]: {
    type: Type;
    company: string;
    /** The name of what changed: an address, a domain, a webhook, a member's login, or the company. */
    subject: string;
    data: EventData[Type];
    /** The value before and the value after of each field that the change concerns. Never a secret. */
    changes?: Record<string, [before: unknown, after: unknown]>;
  };
}[EventType];
export type EventOf<Type extends EventType> = Extract<Event, { type: Type }>;

/** The events that webhooks hear of, by the names that these subscribe to. Mail that comes in has a way of its own. */
export const webhookEventOf = {
  "email.created": "email.created",
  "email.activated": "email.activated",
  "email.deactivated": "email.deactivated",
  "email.expired": "email.expired",
  "domain.verified": "domain.verified",
  "member.invited": "member.invited",
  "member.updated": "member.updated",
  "invitation.updated": "member.updated",
  "invitation.withdrawn": "member.updated",
} as const satisfies {
  // Only an event whose data are what the webhook's event promises.
  [Type in EventType]?: {
    [Name in WebhookEventName]: EventData[Type] extends WebhookEventData<Name> ? Name : never;
  }[WebhookEventName];
};

/** The fields of which the two differ, each with both values. */
export const changesOf = <Document extends object>(
  before: Document,
  after: Partial<Document>,
): Record<string, [before: unknown, after: unknown]> =>
  Object.fromEntries(
    Object.entries(after).flatMap(([field, now]) => {
      const then = before[field as keyof Document];
      return JSON.stringify(then) === JSON.stringify(now) ? [] : [[field, [then, now]]];
    }),
  );
