import type { Explanation, FailedCriterion, RefusedAttempt } from "@mayfly/contracts";
import { cut } from "../../text/cut.ts";
import { isOverQuota } from "../attempt/attempt.ts";

type KnownFacts = Omit<Explanation, "text" | "advice">;

/** What decides how that is told. */
interface Circumstances {
  /** When the wait began. */
  begun: Date;
  wanted: {
    count: number;
    claims: boolean;
    /** Nothing should come (row R05). */
    isUnwanted: boolean;
    /** Whether only mail after some instant counts. */
    isSince: boolean;
  };
  /** Whether a message that other calls have claimed is one that was wanted. */
  isTaken: boolean;
  /** How many messages were looked at, when the address has more; undefined: all of them were. */
  lookedAt: number | undefined;
  /** Where applications send mail: host and port of the receiver. */
  mailServer: string;
  /** The host that MX records name. */
  mailHost: string;
  /** Whether the address has ended because its time was over. */
  isExpired: boolean;
  isStopping: boolean;
}

/** What a wait that found too little knows. */
export interface Facts {
  known: KnownFacts;
  circumstances: Circumstances;
}

type Situation = KnownFacts & Circumstances;

/**
 * Explains in sentences why a wait found too little (row R03). Each says only what is known: that nothing is recorded does not
 * mean that nothing was tried, and whose application wrote to a name like the address is anybody's guess.
 */
export function explained({ known, circumstances }: Facts): Explanation {
  const situation = { ...known, ...circumstances };
  const advice = adviceFor(situation);
  return { text: [...sentences(situation), advice].join("\n"), advice, ...known };
}

/** How an instant lies to the beginning of the wait. */
function timeOf(instant: string, begun: Date): string {
  const seconds = (new Date(instant).getTime() - begun.getTime()) / 1000;
  const size = Math.abs(seconds);
  if (size < 0.05) return "as the wait began";
  if (size >= 600) return `at ${instant}`;
  return `${size < 10 ? Number(size.toFixed(1)) : Math.round(size)} s ${seconds > 0 ? "into" : "before"} the wait`;
}

const fromWhom = (sender: string) => (sender === "" ? "without a sender" : `from ${sender}`);
const counted = (count: number) => count.toLocaleString("en-US");
const longestSubject = 100;

function titled({ subject, sender }: Pick<KnownFacts["matching"][number], "subject" | "sender">): string {
  if (subject === "") return sender === "" ? "a message without subject and sender" : `a message ${fromWhom(sender)}`;
  const title = subject.length > longestSubject ? `${cut(subject, longestSubject)}…` : subject;
  return `'${title}' ${fromWhom(sender)}`;
}

function sentences(situation: Situation): string[] {
  const { address, domain, last_message, refused, refusals, claimed, lookedAt, is_complete } = situation;
  const told = [
    ...partial(situation),
    ...mismatches(situation),
    ...failedAttempts(situation),
    ...claims(situation),
    ...(lookedAt === undefined ? [] : [`Only the newest ${counted(lookedAt)} messages were checked.`]),
    ...state(situation),
  ];
  // Mail may have been deleted, and not every attempt is recorded.
  if (last_message === null && refusals.count + refused.length + claimed === 0) {
    told.unshift(`No mail has arrived for ${address.email_name}, and no failed delivery attempts were recorded.`);
  } else if (told.length === 0) told.push(`There is no matching mail for ${address.email_name}.`);
  if (!is_complete && refused.length === 0) {
    told.push(`So many unknown names were tried on ${domain.domain_name} that not all of them are recorded.`);
  }
  return told;
}

/** What came, where more was wanted. */
function partial({ matching, wanted, begun }: Situation): string[] {
  const { length } = matching;
  if (length === 0) return [];
  const ones = matching.map((one) => `${titled(one)} ${timeOf(one.creation, begun)}`).join("; ");
  return wanted.claims
    ? [
        `Of the ${wanted.count} messages that were wanted, ${length} ${length === 1 ? "is" : "are"} free, so none was claimed: ${ones}.`,
      ]
    : [`${length} of the ${wanted.count} messages that were wanted came: ${ones}.`];
}

function mismatches({ not_matching, not_matching_count, begun }: Situation): string[] {
  const left = not_matching_count - not_matching.filter(({ failed }) => !isOld(failed)).length;
  return [
    ...not_matching.map(({ sender, creation, failed }) => {
      const why = failed.map(({ detail }) => detail).join(", and ");
      return `A message ${fromWhom(sender)} came ${timeOf(creation, begun)}, but ${why}.`;
    }),
    ...(left > 0
      ? [left === 1 ? "1 more came that does not match." : `${counted(left)} more came that do not match.`]
      : []),
  ];
}

const isOld = (failed: FailedCriterion[]) => failed.some(({ criterion }) => criterion === "since");

/** Those alike are told as one, by the newest. */
function failedAttempts({ refused, refusals, address, begun }: Situation): string[] {
  const { email_name } = address;
  const groups = Object.values(
    Object.groupBy(refused, (one) => JSON.stringify([one.address, one.mail_from, one.reply])),
  );
  const told = groups.flatMap((alike = []) => {
    const [newest] = alike;
    if (newest === undefined) return [];
    const { address: name, creation, outcome, reply, mail_from } = newest;
    const from = mail_from === null ? "" : mail_from === "" ? " without an envelope sender" : ` from ${mail_from}`;
    const what = outcome === "refused" ? "was refused" : "was deferred";
    const often = alike.length === 1 ? "" : `${alike.length} times, most recently `;
    const when = `${often}${timeOf(creation, begun)}`;
    if (name === "") return [`Mail${from} ${what} before it named a recipient, ${when}: ${reply}.`];
    return [
      `Mail${from} for ${name}${name === email_name ? "" : `, not for ${email_name},`} ${what} ${when}: ${reply}.`,
    ];
  });
  const { count, first, last } = refusals;
  const own = refused.filter(({ address: name }) => name === email_name).length;
  if (count <= own || first === null || last === null) return told;
  const all =
    count === 1
      ? `An attempt to send mail to ${email_name} failed ${timeOf(last, begun)}.`
      : `In all, ${counted(count)} attempts to send mail to ${email_name} failed, the first ${timeOf(first, begun)} and the last ${timeOf(last, begun)}.`;
  return [...told, all];
}

function claims({ claimed, acknowledged }: Situation): string[] {
  if (claimed === 0) return [];
  if (claimed === 1) {
    return [`Another call has claimed one of its messages${acknowledged === 1 ? " and acknowledged it" : ""}.`];
  }
  const kept = acknowledged === claimed ? "all" : counted(acknowledged);
  const and = acknowledged === 0 ? "" : ` and acknowledged ${kept} of them`;
  return [`Other calls have claimed ${counted(claimed)} of its messages${and}.`];
}

/** What is wrong with the address itself. */
function state({ address, isExpired, begun }: Situation): string[] {
  const { email_name, is_active, expiry } = address;
  if (is_active) return [];
  return [`${email_name} ${isExpired && expiry !== null ? `expired ${timeOf(expiry, begun)}` : "is deactivated"}.`];
}

/** What to do, by the likeliest cause: the latest of what came and what failed. */
function adviceFor(situation: Situation): string {
  const { not_matching, refused, address, matching, wanted, isTaken, isStopping, mailServer } = situation;
  if (isStopping) return "The server is stopping: call again.";
  if (!address.is_active) return "The address has ended: activate it, or create another.";
  if (wanted.isUnwanted) return asExpected(situation);
  if (matching.length > 0) {
    return wanted.claims
      ? `Claim fewer than ${wanted.count} at once, or send more.`
      : `Check that your app sends all ${wanted.count}, or wait longer.`;
  }
  if (isTaken) return afterOthers(situation);
  const [tried] = refused;
  const wrong = not_matching.find(({ failed }) => failed.some(({ criterion }) => criterion !== "since"));
  if (wrong && !isOld(wrong.failed) && (tried === undefined || tried.creation < wrong.creation)) {
    return "Mail arrived but did not match your criteria.";
  }
  if (tried !== undefined) return afterAttempt(tried, address.email_name);
  const lost = withoutMx(situation);
  if (lost !== undefined) return lost;
  if (wanted.isSince && not_matching.length > 0) {
    return "Only older mail is here: use an earlier `since`, or send the mail again.";
  }
  // Whom such a refusal concerns is seldom known.
  return `Check that your app sends to ${mailServer} and is not refused there (a refusal with 421, 450, 452 or 552 before a recipient is named may not be shown here).`;
}

function asExpected({ not_matching, refused }: Situation): string {
  const came = not_matching.some(({ failed }) => !isOld(failed)) ? "No matching mail came" : "No mail came";
  return refused.length > 0 ? `${came}, but some was refused or deferred.` : `${came}, as expected.`;
}

/** They may be the caller's own, so nobody is named. */
function afterOthers({ lease_ends }: Situation): string {
  const first = "Other calls claimed them first";
  const send = "send one message for each call that claims";
  return lease_ends === null
    ? `${first}, for good: ${send}.`
    : `${first}: ${send}, or wait for a lease to end (the next at ${lease_ends}).`;
}

function afterAttempt({ address, outcome, reply }: RefusedAttempt, email_name: string): string {
  if (address === "") return "If the refused mail was yours, the reply says why.";
  if (address !== email_name) return `If your app wrote to ${address}, change that address to ${email_name}.`;
  if (isOverQuota(reply)) {
    return "Your company's mail quota for today is used up: mail is accepted again at 00:00 UTC, or once the quota is larger.";
  }
  return outcome === "deferred"
    ? "The mail was deferred: wait until its sender tries again, or send it again."
    : "Mail for this address was refused: the reply says what its sender must change.";
}

function withoutMx({ domain: { domain_name, mx_found, checked }, mailHost }: Situation): string | undefined {
  if (mx_found !== false || checked === null) return undefined;
  return `When it was last checked, at ${checked}, the MX record of ${domain_name} did not lead to ${mailHost}: without it, no mail from outside arrives.`;
}
