import * as z from "zod/mini";
import { described } from "../described.ts";
import { RefusedAttempt } from "../inbox.ts";
import { instant, isInstant } from "../values.ts";
import { MessageLink, MessageSummary } from "./messages.ts";

/** Limits of a wait for mail (rows R01 and R04). Seconds, where they are times. */
export const waitLimits = {
  timeout: { most: 60, usual: 30 },
  count: { most: 10, usual: 1 },
  lease: { most: 600, usual: 60 },
} as const;

/** What a message can be asked to have. */
export const possessions = ["code", "link", "attachment"] as const;
export type Possession = (typeof possessions)[number];

const wanted = z.string().check(z.minLength(1), z.maxLength(500));
const contained = (what: string) =>
  described(
    `${what} contains this, whatever its case and accents; with \`equals\`, it is this.`,
    z.optional(z.union([wanted, z.strictObject({ equals: wanted })])),
  );

/** What a message must be like. All of it must hold. */
export const Match = z.strictObject({
  from: contained("Its sender, name or address,"),
  to: contained("One of the addresses that its headers To and Cc name"),
  subject: contained("Its subject"),
  contains: described("Its text contains this, whatever its case and accents.", z.optional(wanted)),
  header: described(
    "One of its headers of this name contains the value, or is it.",
    z.optional(
      z.strictObject({
        name: z
          .string()
          .check(
            z.minLength(1),
            z.maxLength(100),
            z.regex(/^[!-9;-~]+$/, { error: "The name of a header has visible ASCII characters and no colon." }),
          ),
        value: z.union([wanted, z.strictObject({ equals: wanted })]),
      }),
    ),
  ),
  has: described("It has a code, a link or an attachment.", z.optional(z.enum(possessions))),
});
export type Match = z.infer<typeof Match>;

const noStart = { error: "Give an instant such as 2026-11-28T09:30:00.123Z, or the id of a message." };
/** The form of the header `Date` (RFC 9110, section 5.6.7), which has whole seconds. */
const httpDate = z.string().check(
  z.regex(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/, noStart),
  z.refine((text) => new Date(text).toUTCString() === text, noStart),
);
const inRange = z.refine<string>((text) => isInstant(new Date(text)), noStart);

/** Since when mail counts. */
export const since = described(
  "Mail counts that came after this instant, or after the message with this id, which may be deleted. An instant is `now` of an earlier answer, or any other of ISO 8601; a date in the form of the header `Date` counts as the end of its second. Without it, all mail of the address counts.",
  z.union([z.iso.datetime({ offset: true }).check(inRange), httpDate.check(inRange), z.uuid()], noStart),
);

const number = (most: number, least: number, usual: number) =>
  z._default(z.number().check(z.minimum(least), z.maximum(most)), usual);
const whole = (most: number) => z.int().check(z.minimum(1), z.maximum(most));

export const waitInput = {
  match: described("What the message must be like; without it, any message counts.", z._default(Match, {})),
  since: z.optional(since),
  timeout: described("Seconds to wait at most.", number(waitLimits.timeout.most, 0, waitLimits.timeout.usual)),
  count: described("How many messages must match.", z._default(whole(waitLimits.count.most), waitLimits.count.usual)),
  claim: described(
    "Takes the messages for this caller alone, the oldest first. Needs the scope messages:write.",
    z._default(z.boolean(), false),
  ),
  lease: described(
    "Seconds for which claimed messages are taken, unless they are acknowledged. 60 without it.",
    z.optional(whole(waitLimits.lease.most)),
  ),
  expect: described(
    "`none` waits for quiet: nothing found is what was wanted, and a message that comes is answered at once.",
    z._default(z.enum(["some", "none"]), "some"),
  ),
};

/** A message that was waited for. */
export const WaitedMessage = z.extend(MessageSummary, {
  text: described("The message as plain text; null when it cannot be read.", z.nullable(z.string())),
  truncated: described("Whether its text is longer than what is given.", z.boolean()),
  links: described("The links in it, at most 500.", z.array(MessageLink)),
  claim: described(
    "With `claim`: the claim, by which the message can be acknowledged until its lease ends.",
    z.optional(z.object({ claim: z.string(), until: instant })),
  ),
});
export type WaitedMessage = z.infer<typeof WaitedMessage>;

/** A criterion that a message did not meet. */
export const FailedCriterion = z.object({
  criterion: z.enum(["since", "from", "to", "subject", "contains", "header", "has"]),
  detail: described("For people.", z.string()),
});
export type FailedCriterion = z.infer<typeof FailedCriterion>;

/** How many attempts to send mail to an address failed, those included that are listed no more. */
export const Refusals = z.object({
  count: described("How many there were.", z.int()),
  first: described("When the first was; null: there was none.", z.nullable(instant)),
  last: described("When the last was.", z.nullable(instant)),
});
export type Refusals = z.infer<typeof Refusals>;

const { address, creation, outcome, reply, mail_from } = RefusedAttempt.shape;
const Refused = z.object({
  address: described("The name that it was for; empty: it was refused before it named one.", address),
  creation: described("When it was.", creation),
  outcome: described("Deferred: the sender was told to try again.", outcome),
  reply: described("The reply that the sender got.", reply),
  mail_from: described(
    "The envelope sender; null where the name is nobody's, on a domain of the platform's.",
    mail_from,
  ),
});

const Listed = z.object({ name: z.string(), creation: instant, sender: z.string(), subject: z.string() });

/** Why too little was found (row R03). */
export const Explanation = z.object({
  text: described("All of it in sentences, for a log.", z.string()),
  advice: described("What to do, in a sentence.", z.string()),
  matching: described(
    "Messages that match, which are fewer than were wanted; with `claim`, those that nobody has claimed.",
    z.array(Listed),
  ),
  not_matching: described(
    "The newest messages that came and did not match, at most five.",
    z.array(z.extend(Listed, { failed: z.array(FailedCriterion) })),
  ),
  not_matching_count: described("How many messages that count did not match, of those that were looked at.", z.int()),
  refused: described(
    "Mail for the address, or for a name like it, that was refused or deferred, at most five attempts.",
    z.array(Refused),
  ),
  refusals: described(
    "All attempts to send mail to the address itself that were refused or deferred, in the last seven days.",
    Refusals,
  ),
  is_complete: described(
    "False: so many unknown names were tried on the domain that those near the address may not all be recorded.",
    z.boolean(),
  ),
  claimed: described("How many messages other callers have claimed.", z.int()),
  acknowledged: described("How many of these they keep for good.", z.int()),
  lease_ends: described("When the next of the other leases ends; null: there is none.", z.nullable(instant)),
  address: described(
    "The address as it is now.",
    z.object({
      email_name: z.string(),
      is_active: z.boolean(),
      expiry: z.nullable(instant),
      creation: instant,
    }),
  ),
  domain: described(
    "Its domain.",
    z.object({
      domain_name: z.string(),
      mx_found: described(
        "Whether mail for the domain came here at the last check; null: it is the platform's own, or was never checked.",
        z.nullable(z.boolean()),
      ),
      checked: z.nullable(instant),
    }),
  ),
  last_message: described("When the newest message came that the address has; null: it has none.", z.nullable(instant)),
});
export type Explanation = z.infer<typeof Explanation>;

const now = described(
  "When it looked last. As `since` of a later wait, only mail counts that comes after this.",
  instant,
);

export const WaitAnswer = z.discriminatedUnion("found", [
  z.object({ found: z.literal(true), now, messages: z.array(WaitedMessage) }),
  z.object({
    found: z.literal(false),
    now,
    waited_ms: described("Less than the timeout, when the server stops: then call again.", z.int()),
    explanation: Explanation,
  }),
]);
export type WaitAnswer = z.infer<typeof WaitAnswer>;
