import * as z from "zod/mini";
import { described, formerName } from "../described.ts";
import { RefusedAttempt } from "../inbox.ts";
import { instant, isInstant } from "../values.ts";
import { MessageLink, MessageSummary } from "./messages.ts";
import { exampleOf, name } from "./named.ts";

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
    `${what} contains this text; with \`equals\`, it is exactly this text. Case and accents are ignored.`,
    z.optional(z.union([wanted, z.strictObject({ equals: wanted })])),
  );

/** What a message must be like. All of it must hold. */
export const Match = z.strictObject({
  from: contained("The sender's name or address"),
  to: contained("A recipient in the To or Cc header"),
  subject: contained("The subject"),
  contains: described("The body contains this text. Case and accents are ignored.", z.optional(wanted)),
  header: described(
    "A header with this name contains the value; with `equals`, it is exactly the value.",
    z.optional(
      z.strictObject({
        name: z.string().check(
          z.minLength(1),
          z.maxLength(100),
          z.regex(/^[!-9;-~]+$/, {
            error: "A header name may contain only visible ASCII characters, without colons.",
          }),
        ),
        value: z.union([wanted, z.strictObject({ equals: wanted })]),
      }),
    ),
  ),
  has: described("The message has a code, a link or an attachment.", z.optional(z.enum(possessions))),
});
export type Match = z.infer<typeof Match>;

const noStart = { error: "Give a time such as 2026-11-28T09:30:00.123Z, or the id of a message." };
/** The form of the header `Date` (RFC 9110, section 5.6.7), which has whole seconds. */
const httpDate = z.string().check(
  z.regex(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/, noStart),
  z.refine((text) => new Date(text).toUTCString() === text, noStart),
);
const inRange = z.refine<string>((text) => isInstant(new Date(text)), noStart);

/** Since when mail counts. */
export const since = described(
  "Only mail that arrived after this time counts, or after the message with this id, even if that message has been deleted. The time is `now` of an earlier answer or any ISO 8601 time; one in the form of the `Date` header counts as the end of its second. By default, all mail of the address counts.",
  z.union([z.iso.datetime({ offset: true }).check(inRange), httpDate.check(inRange), z.uuid()], noStart),
);

const number = (most: number, least: number, usual: number) =>
  z._default(z.number().check(z.minimum(least), z.maximum(most)), usual);
const whole = (most: number) => z.int().check(z.minimum(1), z.maximum(most));

export const waitInput = {
  match: described("What the message must match; by default, any message does.", z._default(Match, {})),
  since: z.optional(since),
  timeout: described(
    "The longest time to wait, in seconds.",
    number(waitLimits.timeout.most, 0, waitLimits.timeout.usual),
  ),
  count: described("How many messages must match.", z._default(whole(waitLimits.count.most), waitLimits.count.usual)),
  claim: described(
    "Claims the messages for this caller alone, oldest first. Needs the scope messages:write.",
    z._default(z.boolean(), false),
  ),
  lease: described(
    "How many seconds the claim lasts unless it is acknowledged; 60 by default.",
    z.optional(whole(waitLimits.lease.most)),
  ),
  expect: described(
    "`none`: no mail is expected. `found: false` is then the wanted result, and a matching message is answered at once.",
    z._default(z.enum(["some", "none"]), "some"),
  ),
};

/** A message that was waited for. */
export const WaitedMessage = z.extend(MessageSummary, {
  text: described("The message as plain text; null if it cannot be read.", z.nullable(z.string())),
  truncated: described("Whether `text` is cut short.", z.boolean()),
  links: described("The links in it, at most 500.", z.array(MessageLink)),
  claim: described(
    "With `claim`: the claim, which can be acknowledged until its lease ends.",
    z.optional(z.object({ claim: z.string(), until: instant })),
  ),
});
export type WaitedMessage = z.infer<typeof WaitedMessage>;

/** A criterion that a message did not meet. */
export const FailedCriterion = z.object({
  criterion: z.enum(["since", "from", "to", "subject", "contains", "header", "has"]),
  detail: described("Why it was not met, in words.", z.string()),
});
export type FailedCriterion = z.infer<typeof FailedCriterion>;

/** How many attempts to send mail to an address failed, those included that are listed no more. */
export const Refusals = z.object({
  count: described("The number of attempts.", z.int()),
  first: described("When the first was made; null if there was none.", z.nullable(instant)),
  last: described("When the last was made; null if there was none.", z.nullable(instant)),
});
export type Refusals = z.infer<typeof Refusals>;

const { address, creation, outcome, reply, mail_from } = RefusedAttempt.shape;
const Refused = z.object({
  address: described("The recipient; empty if it was refused before it named one.", address),
  creation: described("When the attempt was made.", creation),
  outcome: described("`deferred`: the sender was told to try again later.", outcome),
  reply: described("The reply that the sender received.", reply),
  mail_from: described("The envelope sender; null if the name does not exist on a platform domain.", mail_from),
});

const Listed = z.object({
  id: z.string(),
  name: formerName(),
  creation: instant,
  sender: z.string(),
  subject: z.string(),
});

const waited = exampleOf(MessageSummary);

/** Why too little was found (row R03). */
export const Explanation = name(
  "Explanation",
  z.object({
    text: described("The whole explanation in sentences, for a log.", z.string()),
    advice: described("What to do next, in one sentence.", z.string()),
    matching: described(
      "The messages that did match, fewer than were wanted; with `claim`, those that nobody has claimed.",
      z.array(Listed),
    ),
    not_matching: described(
      "The newest messages that did not match, at most five.",
      z.array(z.extend(Listed, { failed: z.array(FailedCriterion) })),
    ),
    not_matching_count: described("How many of the messages that were looked at did not match.", z.int()),
    refused: described(
      "At most five attempts to send mail to the address, or to a name like it, that were refused or deferred.",
      z.array(Refused),
    ),
    refusals: described(
      "All attempts to send mail to the address itself that were refused or deferred in the last seven days.",
      Refusals,
    ),
    is_complete: described(
      "`false` if so many unknown names were tried on the domain that attempts for similar names may be missing.",
      z.boolean(),
    ),
    claimed: described("How many messages other callers have claimed.", z.int()),
    acknowledged: described("How many of these they have acknowledged.", z.int()),
    lease_ends: described(
      "When the next of the other callers' leases ends; null if there is none.",
      z.nullable(instant),
    ),
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
          "Whether the domain's mail was routed here at the last check; null for the platform's domains and before the first check.",
          z.nullable(z.boolean()),
        ),
        checked: z.nullable(instant),
      }),
    ),
    last_message: described(
      "When the newest message of the address arrived; null if it has none.",
      z.nullable(instant),
    ),
  }),
  {
    text: [
      "A message from Staging <no-reply@staging.example> came 4.2 s into the wait, but its subject 'Welcome' does not contain 'code'.",
      "Mail arrived but did not match your criteria.",
    ].join("\n"),
    advice: "Mail arrived but did not match your criteria.",
    matching: [],
    not_matching: [
      {
        id: waited.id,
        name: waited.name,
        creation: waited.creation,
        sender: waited.sender,
        subject: "Welcome",
        failed: [{ criterion: "subject", detail: "its subject 'Welcome' does not contain 'code'" }],
      },
    ],
    not_matching_count: 1,
    refused: [],
    refusals: { count: 0, first: null, last: null },
    is_complete: true,
    ...{ claimed: 0, acknowledged: 0, lease_ends: null },
    address: { email_name: waited.recipients, is_active: true, expiry: null, creation: "2026-11-28T09:30:00.000Z" },
    domain: { domain_name: "mayfly.test", mx_found: null, checked: null },
    last_message: waited.creation,
  },
);
export type Explanation = z.infer<typeof Explanation>;

const now = described(
  "When the address was last checked. Pass it as `since` of a later wait to count only mail that arrives after it.",
  instant,
);

export const WaitAnswer = name(
  "WaitAnswer",
  z.discriminatedUnion("found", [
    z.object({ found: z.literal(true), now, messages: z.array(WaitedMessage) }),
    z.object({
      found: z.literal(false),
      now,
      waited_ms: described(
        "How long the call waited. If the server is stopping, less than the timeout: call again.",
        z.int(),
      ),
      explanation: Explanation,
    }),
  ]),
  {
    found: true,
    now: "2026-11-28T09:31:16.384Z",
    messages: [
      {
        ...waited,
        text: "Hello Ada,\n\nyour code is 482913. It is valid for ten minutes.",
        ...{ truncated: false, links: [] },
      },
    ],
  },
);
export type WaitAnswer = z.infer<typeof WaitAnswer>;
