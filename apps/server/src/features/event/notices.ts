import type { Topic } from "@mayfly/contracts";
import { domainLine, domainTexts } from "@mayfly/contracts";
import { kbText } from "../../text/kb_text.ts";
import type { Notice } from "../notification/notification.ts";
import type { Actor } from "./actor.ts";
import type { Event, EventOf, EventType } from "./event_types.ts";

/** What a notification says, and whom besides the Administrators it concerns. */
interface Words {
  subject: string;
  content: string;
  owner?: string;
}

type WordsOf = { [Type in EventType]?: (event: EventOf<Type>, actor: Actor) => Words | undefined };

type EmailEvent = EventOf<"email.created" | "email.activated" | "email.deactivated">;
/** What a member did to an address. When a domain is lost, one notification says so, and none for each address. */
const email =
  (what: string) =>
  ({ data: { owner, email_name } }: EmailEvent, { name, full_name }: Actor): Words | undefined =>
    name === null ? undefined : { subject: `Email ${what}`, content: `${full_name} ${what} ${email_name}.`, owner };

type MemberEvent = EventOf<"member.updated" | "invitation.updated">;
const updatedMember = ({ data }: MemberEvent, { full_name: by }: Actor): Words => ({
  subject: "Member updated",
  content: `${by} changed ${data.full_name}: ${data.role}, ${data.is_active ? "active" : "inactive"}.`,
  owner: data.name,
});

type NewKeyEvent = EventOf<"api_key.created" | "api_key.rotated">;
const newKey = ({ data: { key_name, first, owner } }: NewKeyEvent, { full_name }: Actor): Words => ({
  subject: `New API key ${key_name}`,
  content: `${full_name} created the key ${first}…. If this is unexpected, revoke it.`,
  owner,
});

const addresses = (count: number) => (count === 1 ? "1 active address was" : `${count} active addresses were`);

/** What members are told of, in which words. Events that are not here are told to nobody. */
const words = {
  "company.mail_quota_reached": ({ data: { allowed_kb } }) => ({
    subject: "Daily mail quota reached",
    content: `Your company has received its ${kbText(allowed_kb)} of mail for today. Further mail is deferred, and accepted again at 00:00 UTC.`,
  }),

  "email.created": email("created"),
  "email.activated": email("activated"),
  "email.deactivated": email("deactivated"),
  "email.expired": ({ data: { owner, email_name } }) => ({
    subject: "Email expired",
    content: `${email_name} has expired. It accepts no mail until it is activated again.`,
    owner,
  }),

  "member.invited": ({ data: { name, full_name, role } }, { full_name: by }) => ({
    subject: "Member invited",
    content: `${by} invited ${full_name} (${name}) as ${role}.`,
    owner: name,
  }),
  "member.updated": updatedMember,
  "invitation.updated": updatedMember,
  "invitation.withdrawn": ({ data: { name, full_name } }, { full_name: by }) => ({
    subject: "Member updated",
    content: `${by} withdrew the invitation of ${full_name} (${name}).`,
    owner: name,
  }),

  "domain.verified": ({ data: { domain_name, mx_found } }) => ({
    subject: "Domain verified",
    content: `${domainLine(domain_name)} is verified. ${
      mx_found ? "You can create addresses on it." : `${domainTexts.mailElsewhere}: its MX record points elsewhere.`
    }`,
  }),
  "domain.failing": ({ data: { domain_name, unverified_on } }) => ({
    subject: "Domain record not found",
    content: `The TXT record of ${domainLine(domain_name)} can no longer be found. If it is not back by ${unverified_on}, the domain becomes unverified and its addresses are deactivated.`,
  }),
  "domain.mail_lost": ({ data: { domain_name } }) => ({
    subject: "Mail goes elsewhere",
    content: `The MX record of ${domainLine(domain_name)} no longer points to us. Mail to its addresses does not arrive.`,
  }),
  "domain.unverified": ({ data: { domain_name, missing_days, deactivated_emails: count } }) => ({
    subject: "Domain no longer verified",
    content: `The TXT record of ${domainLine(domain_name)} has not been found for ${missing_days} days. ${
      count === 0 ? "It accepts no mail." : `${addresses(count)} deactivated. Their mail is kept.`
    }`,
  }),
  "domain.taken_over": ({ data: { domain_name } }) => ({
    subject: "Domain taken over",
    content: `Another company has proved that it owns ${domainLine(domain_name)}. It is no longer one of your domains.`,
  }),

  "api_key.created": newKey,
  "api_key.rotated": newKey,
  "api_key.expiring": ({ data: { key_name, first, owner, expiry } }) => ({
    subject: `API key ${key_name} expires soon`,
    content: `The key ${first}… expires on ${expiry?.slice(0, 10)}. Rotate it so that your programs can switch in time.`,
    owner,
  }),

  "webhook.paused": ({ subject, data: { host, reason, failing_days } }) => ({
    subject: `Webhook ${subject} is paused`,
    content:
      reason === "gone"
        ? `${host} answered that it is gone (410). Enable the webhook again when it is back.`
        : `Nothing has been delivered to ${host} for ${failing_days} days. Enable the webhook again when it is fixed.`,
  }),
} satisfies WordsOf;

/** The first words of the types that members are told of. */
type Subject = keyof typeof words extends `${infer First}.${string}` ? First : never;

/** What is said to who would get several notifications of one kind at once. */
const summaries: { [Type in EventType]?: (count: number) => Pick<Words, "subject" | "content"> } = {
  "email.deactivated": (count) => ({
    subject: "Emails deactivated",
    content: `${count} addresses were deactivated. They accept no mail until they are activated again.`,
  }),
  "email.expired": (count) => ({
    subject: "Emails expired",
    content: `${count} addresses have expired. They accept no mail until they are activated again.`,
  }),
};

/** The topic of an event's notifications, and the type of the document that they are about, by the type's first word. */
const documents: Record<Subject, { topic: Topic; document_type: string }> = {
  company: { topic: "Emails", document_type: "Company" },
  email: { topic: "Emails", document_type: "Email" },
  member: { topic: "Team", document_type: "Member" },
  invitation: { topic: "Team", document_type: "Member" },
  domain: { topic: "Domains", document_type: "Domain" },
  webhook: { topic: "Webhooks", document_type: "Webhook" },
  api_key: { topic: "API keys", document_type: "API Key" },
};

/** The notification of an event; undefined when nobody is told. */
export function noticeOf(event: Event, actor: Actor): Notice | undefined {
  const say = (words as WordsOf)[event.type] as ((event: Event, actor: Actor) => Words | undefined) | undefined;
  const said = say?.(event, actor);
  if (said === undefined) return undefined;
  const document = documents[event.type.split(".")[0] as Subject];
  const { subject, content: email_content, owner } = said;
  return {
    ...{ company: event.company, subject, email_content, document_name: event.subject, ...document },
    ...(owner !== undefined && { owner }),
  };
}

/** How many events of this type are told of together; undefined: each by itself. */
export function summaryOf(type: EventType) {
  const say = summaries[type];
  return (
    say &&
    ((count: number) => {
      const { subject, content: email_content } = say(count);
      return { subject, email_content };
    })
  );
}
