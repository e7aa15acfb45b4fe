import type { Match, RefusedAttempt } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { type CriteriaContent, contentFailures, rowFailures } from "../../mail/find/criteria.ts";
import { explained, type Facts } from "./explain.ts";

const begun = new Date("2026-11-28T09:30:00.000Z");
/** The instant so many seconds into the wait. */
const at = (seconds: number) => new Date(begun.getTime() + seconds * 1000).toISOString();

const address = "signup-1@mayfly.test";
const id = "01a22169-8041-7595-b871-a8fae94e3fb1";
const listed = { id, name: id, sender: "App <app@app.example>", subject: "Welcome" };
const one = (given: Partial<typeof listed & { creation: string }> = {}) => ({ ...listed, creation: at(0.3), ...given });
const row = { ...listed, code: "", has_attachment: false };
const content = { recipients: [], hasLink: false, texts: ["Hello"], headers: [], limits: {} };

/** A message that does not match, by its row and its content. */
const wrong = (match: Match, given: Partial<typeof row & CriteriaContent & { creation: string }> = {}) => ({
  ...one(given),
  failed: [...rowFailures(match, { ...row, ...given }), ...contentFailures(match, { ...content, ...given })],
});
const old = (creation: string) => ({
  ...one({ creation }),
  failed: [{ criterion: "since" as const, detail: `only mail after ${at(-5)} counts` }],
});
const refused = (given: Partial<RefusedAttempt> = {}): RefusedAttempt => ({
  ...{ address, creation: at(-5), outcome: "refused", reply: "550 5.2.1 The address is no longer active" },
  ...{ mail_from: "app@app.example", ...given },
});
const unknown = { reply: "550 5.1.1 No such address here" };
const busy = { outcome: "deferred" as const, reply: "452 4.3.2 Too much mail at once, try again later" };
const overQuota = {
  outcome: "deferred" as const,
  reply: "452 4.2.2 The company has received its 500 MB of mail for today; mail is accepted again at 00:00 UTC",
};
const tried = (count: number, first = at(-7_200), last = at(-5)) => ({ refusals: { count, first, last } });
const mx = (given: object) => ({
  domain: { domain_name: "mail.lakeside.example", mx_found: true, checked: at(-3_600), ...given },
});

type Given = Partial<Facts["known"] & Facts["circumstances"]>;
const wanted = { count: 1, claims: false, isUnwanted: false, isSince: false };
const several = { wanted: { ...wanted, count: 3 } };
const claiming = { wanted: { ...wanted, claims: true } };
const since = { wanted: { ...wanted, isSince: true } };
const none = { wanted: { ...wanted, isUnwanted: true } };

function textOf(given: Given): string {
  const known = {
    ...{ matching: [], not_matching: [], not_matching_count: 0, refused: [], is_complete: true },
    ...{ refusals: { count: 0, first: null, last: null }, claimed: 0, acknowledged: 0, lease_ends: null },
    address: { email_name: address, is_active: true, expiry: null, creation: at(-60) },
    domain: { domain_name: "mayfly.test", mx_found: null, checked: null },
    last_message: null,
  };
  const circumstances = {
    ...{ begun, wanted, isTaken: false, isExpired: false, isStopping: false, lookedAt: undefined },
    ...{ mailServer: "localhost:2525", mailHost: "mx.mayfly.test" },
  };
  const all = { ...known, ...circumstances, ...given };
  const came = [...all.matching, ...all.not_matching].map(({ creation }) => creation).sort();
  const situation = { ...all, last_message: all.last_message ?? came.at(-1) ?? null };
  return explained({ known: situation, circumstances: situation }).text;
}

const check =
  "Check that your app sends to localhost:2525 and is not refused there (a refusal with 421, 450, 452 or 552 before a recipient is named may not be shown here).";
const arrived = "Mail arrived but did not match your criteria.";

it.each<[string, Given, string[]]>([
  // Nothing is known.
  ["nothing", {}, [`No mail has arrived for ${address}, and no failed delivery attempts were recorded.`, check]],
  [
    "nothing, elsewhere",
    { mailServer: "mx.lakeside.example:25" },
    [
      `No mail has arrived for ${address}, and no failed delivery attempts were recorded.`,
      "Check that your app sends to mx.lakeside.example:25 and is not refused there (a refusal with 421, 450, 452 or 552 before a recipient is named may not be shown here).",
    ],
  ],
  [
    "nothing, with since",
    since,
    [`No mail has arrived for ${address}, and no failed delivery attempts were recorded.`, check],
  ],
  [
    "nothing, of several",
    several,
    [`No mail has arrived for ${address}, and no failed delivery attempts were recorded.`, check],
  ],
  [
    "nothing, to claim",
    claiming,
    [`No mail has arrived for ${address}, and no failed delivery attempts were recorded.`, check],
  ],
  [
    "nothing that is here still matches",
    { last_message: at(-5) },
    [`There is no matching mail for ${address}.`, check],
  ],
  [
    "too many names were tried",
    { is_complete: false },
    [
      `No mail has arrived for ${address}, and no failed delivery attempts were recorded.`,
      "So many unknown names were tried on mayfly.test that not all of them are recorded.",
      check,
    ],
  ],
  [
    "the server stops",
    { isStopping: true },
    [
      `No mail has arrived for ${address}, and no failed delivery attempts were recorded.`,
      "The server is stopping: call again.",
    ],
  ],
  // Too few came.
  [
    "two of three",
    { ...several, matching: [one({ subject: "two" }), one({ subject: "one", creation: at(-5) })] },
    [
      "2 of the 3 messages that were wanted came: 'two' from App <app@app.example> 0.3 s into the wait; 'one' from App <app@app.example> 5 s before the wait.",
      "Check that your app sends all 3, or wait longer.",
    ],
  ],
  [
    "one of three",
    { ...several, matching: [one()] },
    [
      "1 of the 3 messages that were wanted came: 'Welcome' from App <app@app.example> 0.3 s into the wait.",
      "Check that your app sends all 3, or wait longer.",
    ],
  ],
  [
    "one of three, without a sender",
    { ...several, matching: [one({ sender: "" })] },
    [
      "1 of the 3 messages that were wanted came: 'Welcome' without a sender 0.3 s into the wait.",
      "Check that your app sends all 3, or wait longer.",
    ],
  ],
  [
    "one of three, without a subject",
    { ...several, matching: [one({ subject: "" })] },
    [
      "1 of the 3 messages that were wanted came: a message from App <app@app.example> 0.3 s into the wait.",
      "Check that your app sends all 3, or wait longer.",
    ],
  ],
  [
    "one of three, without either",
    { ...several, matching: [one({ subject: "", sender: "" })] },
    [
      "1 of the 3 messages that were wanted came: a message without subject and sender 0.3 s into the wait.",
      "Check that your app sends all 3, or wait longer.",
    ],
  ],
  [
    "one of three, with a long subject",
    { ...several, matching: [one({ subject: `${"x".repeat(99)}😀x` })] },
    [
      `1 of the 3 messages that were wanted came: '${"x".repeat(99)}…' from App <app@app.example> 0.3 s into the wait.`,
      "Check that your app sends all 3, or wait longer.",
    ],
  ],
  [
    "one of three, and one that does not match",
    {
      ...several,
      matching: [one({ subject: "Code 1" })],
      not_matching: [wrong({ subject: "Code" }, { creation: at(1) })],
      not_matching_count: 1,
    },
    [
      "1 of the 3 messages that were wanted came: 'Code 1' from App <app@app.example> 0.3 s into the wait.",
      "A message from App <app@app.example> came 1 s into the wait, but its subject 'Welcome' does not contain 'Code'.",
      "Check that your app sends all 3, or wait longer.",
    ],
  ],
  [
    "two of three are free",
    { wanted: { ...wanted, count: 3, claims: true }, matching: [one(), one({ creation: at(-5) })] },
    [
      "Of the 3 messages that were wanted, 2 are free, so none was claimed: 'Welcome' from App <app@app.example> 0.3 s into the wait; 'Welcome' from App <app@app.example> 5 s before the wait.",
      "Claim fewer than 3 at once, or send more.",
    ],
  ],
  [
    "one of three is free",
    {
      wanted: { ...wanted, count: 3, claims: true },
      matching: [one()],
      ...{ claimed: 2, acknowledged: 1, lease_ends: at(30), isTaken: true },
    },
    [
      "Of the 3 messages that were wanted, 1 is free, so none was claimed: 'Welcome' from App <app@app.example> 0.3 s into the wait.",
      "Other calls have claimed 2 of its messages and acknowledged 1 of them.",
      "Claim fewer than 3 at once, or send more.",
    ],
  ],
  // When it came.
  [
    "as the wait began",
    { not_matching: [wrong({ subject: "Code" }, { creation: at(0.04) })] },
    [
      "A message from App <app@app.example> came as the wait began, but its subject 'Welcome' does not contain 'Code'.",
      arrived,
    ],
  ],
  [
    "just before the wait",
    { not_matching: [wrong({ subject: "Code" }, { creation: at(-0.3) })] },
    [
      "A message from App <app@app.example> came 0.3 s before the wait, but its subject 'Welcome' does not contain 'Code'.",
      arrived,
    ],
  ],
  [
    "in its middle",
    { not_matching: [wrong({ subject: "Code" }, { creation: at(12.4) })] },
    [
      "A message from App <app@app.example> came 12 s into the wait, but its subject 'Welcome' does not contain 'Code'.",
      arrived,
    ],
  ],
  [
    "long before",
    { not_matching: [wrong({ subject: "Code" }, { creation: at(-600) })] },
    [
      "A message from App <app@app.example> came at 2026-11-28T09:20:00.000Z, but its subject 'Welcome' does not contain 'Code'.",
      arrived,
    ],
  ],
  // What does not match.
  [
    "another subject",
    { not_matching: [wrong({ subject: { equals: "Your code" } })] },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but its subject 'Welcome' is not 'Your code'.",
      arrived,
    ],
  ],
  [
    "no subject",
    { not_matching: [wrong({ subject: "Code" }, { subject: "" })] },
    ["A message from App <app@app.example> came 0.3 s into the wait, but it has no subject.", arrived],
  ],
  [
    "another sender",
    { not_matching: [wrong({ from: "shop@" })] },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but its sender 'App <app@app.example>' does not contain 'shop@'.",
      arrived,
    ],
  ],
  [
    "no sender",
    { not_matching: [wrong({ from: "shop@" }, { sender: "" })] },
    ["A message without a sender came 0.3 s into the wait, but it has no sender.", arrived],
  ],
  [
    "another recipient",
    { not_matching: [wrong({ to: "+ci@" }, { recipients: ["signup-1@mayfly.test"] })] },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but its recipient 'signup-1@mayfly.test' does not contain '+ci@'.",
      arrived,
    ],
  ],
  [
    "two other recipients",
    { not_matching: [wrong({ to: { equals: "c@d.example" } }, { recipients: ["a@b.example", "b@b.example"] })] },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but its recipients 'a@b.example', 'b@b.example' are not 'c@d.example'.",
      arrived,
    ],
  ],
  [
    "five other recipients",
    { not_matching: [wrong({ to: "+ci" }, { recipients: ["a@b.ex", "b@b.ex", "c@b.ex", "d@b.ex", "e@b.ex"] })] },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but its recipients 'a@b.ex', 'b@b.ex', 'c@b.ex' and 2 more do not contain '+ci'.",
      arrived,
    ],
  ],
  [
    "more recipients than are read",
    { not_matching: [wrong({ to: "+ci" }, { recipients: ["a@b.ex"], limits: { recipients: 100 } })] },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but the first 100 recipients of its To and Cc do not contain '+ci'.",
      arrived,
    ],
  ],
  [
    "no recipient",
    { not_matching: [wrong({ to: "+ci" })] },
    ["A message from App <app@app.example> came 0.3 s into the wait, but it names no recipient.", arrived],
  ],
  [
    "another text",
    { not_matching: [wrong({ contains: "code" })] },
    ["A message from App <app@app.example> came 0.3 s into the wait, but its text does not contain 'code'.", arrived],
  ],
  [
    "more text than is read",
    { not_matching: [wrong({ contains: "code" }, { limits: { characters: 500_000 } })] },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but the first 500,000 characters of its text do not contain 'code'.",
      arrived,
    ],
  ],
  [
    "a long criterion",
    { not_matching: [wrong({ contains: "y".repeat(101) })] },
    [
      `A message from App <app@app.example> came 0.3 s into the wait, but its text does not contain '${"y".repeat(100)}…'.`,
      arrived,
    ],
  ],
  [
    "no such header",
    { not_matching: [wrong({ header: { name: "X-Run", value: "1" } })] },
    ["A message from App <app@app.example> came 0.3 s into the wait, but it has no header X-Run.", arrived],
  ],
  [
    "a header of another value",
    {
      not_matching: [
        wrong({ header: { name: "X-Run", value: { equals: "1" } } }, { headers: [{ name: "x-run", value: "2" }] }),
      ],
    },
    ["A message from App <app@app.example> came 0.3 s into the wait, but its header X-Run '2' is not '1'.", arrived],
  ],
  [
    "a header of two values",
    {
      not_matching: [
        wrong(
          { header: { name: "X-Run", value: "1" } },
          {
            headers: [
              { name: "X-Run", value: "2" },
              { name: "X-Run", value: "3" },
            ],
          },
        ),
      ],
    },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but its headers X-Run '2', '3' do not contain '1'.",
      arrived,
    ],
  ],
  [
    "more headers than are read",
    { not_matching: [wrong({ header: { name: "X-Run", value: "1" } }, { limits: { headers: 1_000 } })] },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but it has no header X-Run among those that are read, 1,000 at most.",
      arrived,
    ],
  ],
  [
    "no code",
    { not_matching: [wrong({ has: "code" })] },
    ["A message from App <app@app.example> came 0.3 s into the wait, but it has no code.", arrived],
  ],
  [
    "no link",
    { not_matching: [wrong({ has: "link" })] },
    ["A message from App <app@app.example> came 0.3 s into the wait, but it has no link.", arrived],
  ],
  [
    "no attachment",
    { not_matching: [wrong({ has: "attachment" })] },
    ["A message from App <app@app.example> came 0.3 s into the wait, but it has no attachment.", arrived],
  ],
  [
    "several criteria",
    { not_matching: [wrong({ subject: "Code", contains: "code", has: "code" })] },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but its subject 'Welcome' does not contain 'Code', and it has no code, and its text does not contain 'code'.",
      arrived,
    ],
  ],
  [
    "two, of 28",
    { not_matching: [wrong({ has: "link" }), wrong({ has: "link" }, { creation: at(-5) })], not_matching_count: 28 },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but it has no link.",
      "A message from App <app@app.example> came 5 s before the wait, but it has no link.",
      "26 more came that do not match.",
      arrived,
    ],
  ],
  [
    "one, of two",
    { not_matching: [wrong({ has: "link" })], not_matching_count: 2 },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but it has no link.",
      "1 more came that does not match.",
      arrived,
    ],
  ],
  [
    "one, of more than are looked at",
    { not_matching: [wrong({ has: "link" })], not_matching_count: 1_000, lookedAt: 1_000 },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but it has no link.",
      "999 more came that do not match.",
      "Only the newest 1,000 messages were checked.",
      arrived,
    ],
  ],
  [
    "only older mail",
    { ...since, not_matching: [old(at(-20))] },
    [
      "A message from App <app@app.example> came 20 s before the wait, but only mail after 2026-11-28T09:29:55.000Z counts.",
      "Only older mail is here: use an earlier `since`, or send the mail again.",
    ],
  ],
  // What failed.
  [
    "refused",
    { refused: [refused()], ...tried(1, at(-5)) },
    [
      `Mail from app@app.example for ${address} was refused 5 s before the wait: 550 5.2.1 The address is no longer active.`,
      "Mail for this address was refused: the reply says what its sender must change.",
    ],
  ],
  [
    "a bounce refused",
    { refused: [refused({ mail_from: "" })] },
    [
      `Mail without an envelope sender for ${address} was refused 5 s before the wait: 550 5.2.1 The address is no longer active.`,
      "Mail for this address was refused: the reply says what its sender must change.",
    ],
  ],
  [
    "refused three times",
    { refused: [refused({ creation: at(1) }), refused(), refused()], ...tried(3) },
    [
      `Mail from app@app.example for ${address} was refused 3 times, most recently 1 s into the wait: 550 5.2.1 The address is no longer active.`,
      "Mail for this address was refused: the reply says what its sender must change.",
    ],
  ],
  [
    "refused 720 times",
    { refused: [refused(), refused()], ...tried(720) },
    [
      `Mail from app@app.example for ${address} was refused 2 times, most recently 5 s before the wait: 550 5.2.1 The address is no longer active.`,
      `In all, 720 attempts to send mail to ${address} failed, the first at 2026-11-28T07:30:00.000Z and the last 5 s before the wait.`,
      "Mail for this address was refused: the reply says what its sender must change.",
    ],
  ],
  [
    "refused once, long ago",
    tried(1, at(-7_200), at(-7_200)),
    [`An attempt to send mail to ${address} failed at 2026-11-28T07:30:00.000Z.`, check],
  ],
  [
    "deferred",
    { refused: [refused(busy)], ...tried(1) },
    [
      `Mail from app@app.example for ${address} was deferred 5 s before the wait: 452 4.3.2 Too much mail at once, try again later.`,
      "The mail was deferred: wait until its sender tries again, or send it again.",
    ],
  ],
  [
    "deferred, because the company has received all of today's mail",
    { refused: [refused(overQuota)], ...tried(1) },
    [
      `Mail from app@app.example for ${address} was deferred 5 s before the wait: ${overQuota.reply}.`,
      "Your company's mail quota for today is used up: mail is accepted again at 00:00 UTC, or once the quota is larger.",
    ],
  ],
  [
    "broken off",
    { refused: [refused({ outcome: "deferred", reply: "451 4.4.2 Connection lost before the end of the message" })] },
    [
      `Mail from app@app.example for ${address} was deferred 5 s before the wait: 451 4.4.2 Connection lost before the end of the message.`,
      "The mail was deferred: wait until its sender tries again, or send it again.",
    ],
  ],
  [
    "a name of the platform's like it",
    { refused: [refused({ ...unknown, address: "sigup-1@mayfly.test", mail_from: null })] },
    [
      `Mail for sigup-1@mayfly.test, not for ${address}, was refused 5 s before the wait: 550 5.1.1 No such address here.`,
      `If your app wrote to sigup-1@mayfly.test, change that address to ${address}.`,
    ],
  ],
  [
    "a name of the company's",
    { refused: [refused({ ...unknown, address: "other@mayfly.test" })], ...tried(0) },
    [
      `Mail from app@app.example for other@mayfly.test, not for ${address}, was refused 5 s before the wait: 550 5.1.1 No such address here.`,
      `If your app wrote to other@mayfly.test, change that address to ${address}.`,
    ],
  ],
  [
    "before it named a recipient",
    { refused: [refused({ address: "", reply: "552 5.3.4 Message is larger than 26214400 bytes" })] },
    [
      "Mail from app@app.example was refused before it named a recipient, 5 s before the wait: 552 5.3.4 Message is larger than 26214400 bytes.",
      "If the refused mail was yours, the reply says why.",
    ],
  ],
  [
    "refused after mail that does not match",
    { refused: [refused({ creation: at(2) })], not_matching: [wrong({ has: "code" })] },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but it has no code.",
      `Mail from app@app.example for ${address} was refused 2 s into the wait: 550 5.2.1 The address is no longer active.`,
      "Mail for this address was refused: the reply says what its sender must change.",
    ],
  ],
  [
    "no MX record",
    mx({ mx_found: false }),
    [
      `No mail has arrived for ${address}, and no failed delivery attempts were recorded.`,
      "When it was last checked, at 2026-11-28T08:30:00.000Z, the MX record of mail.lakeside.example did not lead to mx.mayfly.test: without it, no mail from outside arrives.",
    ],
  ],
  [
    "an MX record",
    mx({}),
    [`No mail has arrived for ${address}, and no failed delivery attempts were recorded.`, check],
  ],
  // The address has ended.
  [
    "it expired",
    { isExpired: true, address: { email_name: address, is_active: false, expiry: at(3), creation: at(-60) } },
    [
      `No mail has arrived for ${address}, and no failed delivery attempts were recorded.`,
      `${address} expired 3 s into the wait.`,
      "The address has ended: activate it, or create another.",
    ],
  ],
  [
    "it was deactivated",
    { address: { email_name: address, is_active: false, expiry: at(900), creation: at(-60) } },
    [
      `No mail has arrived for ${address}, and no failed delivery attempts were recorded.`,
      `${address} is deactivated.`,
      "The address has ended: activate it, or create another.",
    ],
  ],
  // Other calls claimed it, perhaps the caller's own.
  [
    "one is leased",
    { ...claiming, claimed: 1, lease_ends: at(60), isTaken: true, last_message: at(0) },
    [
      "Another call has claimed one of its messages.",
      "Other calls claimed them first: send one message for each call that claims, or wait for a lease to end (the next at 2026-11-28T09:31:00.000Z).",
    ],
  ],
  [
    "one is acknowledged",
    { ...claiming, claimed: 1, acknowledged: 1, isTaken: true, last_message: at(0) },
    [
      "Another call has claimed one of its messages and acknowledged it.",
      "Other calls claimed them first, for good: send one message for each call that claims.",
    ],
  ],
  [
    "some are leased",
    { ...claiming, claimed: 5, acknowledged: 2, lease_ends: at(60), isTaken: true, last_message: at(0) },
    [
      "Other calls have claimed 5 of its messages and acknowledged 2 of them.",
      "Other calls claimed them first: send one message for each call that claims, or wait for a lease to end (the next at 2026-11-28T09:31:00.000Z).",
    ],
  ],
  [
    "all are acknowledged",
    { ...claiming, claimed: 5, acknowledged: 5, isTaken: true, last_message: at(0) },
    [
      "Other calls have claimed 5 of its messages and acknowledged all of them.",
      "Other calls claimed them first, for good: send one message for each call that claims.",
    ],
  ],
  [
    "some are acknowledged, and others came",
    {
      ...{ ...claiming, claimed: 2, acknowledged: 2, isTaken: true, last_message: at(0) },
      not_matching: [wrong({ has: "code" })],
    },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but it has no code.",
      "Other calls have claimed 2 of its messages and acknowledged all of them.",
      "Other calls claimed them first, for good: send one message for each call that claims.",
    ],
  ],
  [
    "what is claimed was not wanted",
    { ...claiming, claimed: 5, lease_ends: at(60), not_matching: [wrong({ has: "code" })] },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but it has no code.",
      "Other calls have claimed 5 of its messages.",
      arrived,
    ],
  ],
  // No mail was wanted.
  [
    "quiet",
    none,
    [
      `No mail has arrived for ${address}, and no failed delivery attempts were recorded.`,
      "No mail came, as expected.",
    ],
  ],
  [
    "quiet, but for other mail",
    { ...none, not_matching: [wrong({ subject: "Reset" })] },
    [
      "A message from App <app@app.example> came 0.3 s into the wait, but its subject 'Welcome' does not contain 'Reset'.",
      "No matching mail came, as expected.",
    ],
  ],
  [
    "quiet, but for a refusal",
    { ...none, refused: [refused(busy)] },
    [
      `Mail from app@app.example for ${address} was deferred 5 s before the wait: 452 4.3.2 Too much mail at once, try again later.`,
      "No mail came, but some was refused or deferred.",
    ],
  ],
])("says of %s", (_, given, sentences) => {
  expect(textOf(given)).toBe(sentences.join("\n"));
});
