import type { Explanation, FailedCriterion } from "@mayfly/contracts";
import type { KeyContext } from "../../context.ts";
import type { CustomerInbox } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import { refusedNear } from "../attempt/attempt.ts";
import { countClaims, type Mark } from "../claim/claim.ts";
import { asEmail, type EmailRow, takesMail } from "../email/email.ts";
import { contentFailures, rowFailures } from "./criteria.ts";
import type { Wanted } from "./find_mail.ts";

/** How many messages, and tries of senders, are told of. */
const toldOf = 5;
/** How far back tries of senders are told of, where the caller does not say since when mail counts. Milliseconds. */
const backMilliseconds = 60 * 60_000;

interface Asked {
  email: EmailRow;
  /** When the wait began. */
  begun: Date;
}

/** Says why a wait found too little (row R03). */
export async function explain(context: KeyContext, wanted: Wanted, { email, begun }: Asked): Promise<Explanation> {
  const { db, member, clock, waiters, mailHost } = context;
  const { address, since } = wanted;
  const now = clock();
  const { domain_name } = email;
  // Of names that nobody had, nothing is told that was before the address: it may be made to learn of others' (threat 54).
  const from = later(email.creation, since?.at ?? new Date(begun.getTime() - backMilliseconds));
  const [newest, domain, claimed, refused] = await Promise.all([
    db.customerInbox.findMany({
      where: { recipients: address },
      orderBy: [{ modified: "desc" }, { name: "desc" }],
      take: toldOf,
    }),
    db.domain.findFirst({ where: { domain_name } }),
    wanted.lease === undefined ? 0 : countClaims(db, { address, now }),
    refusedNear(db, { company: member.company, address, since: from, limit: toldOf }),
  ]);
  const not_matching: Explanation["not_matching"] = [];
  for (const row of newest) {
    // Of mail that is too old, the newest message says enough.
    if (not_matching.length > 0 && since !== undefined && !isAfter(row, since)) break;
    const failed = await failuresOf(context, wanted, row);
    const { name, sender, subject, creation } = row;
    if (failed.length > 0) not_matching.push({ name, sender, subject, creation: creation.toISOString(), failed });
  }
  const { is_active: active, expiry, creation } = asEmail(email);
  const isActive = active === 1 && takesMail(email, now);
  const facts: Omit<Explanation, "text" | "advice"> = {
    ...{ not_matching, refused, claimed },
    address: { email_name: address, is_active: isActive, expiry, creation },
    domain: {
      domain_name,
      mx_found: domain?.checked ? domain.mx_found : null,
      checked: domain?.checked?.toISOString() ?? null,
    },
    last_message: newest[0]?.creation.toISOString() ?? null,
  };
  const advice = waiters.isStopped ? "The server is stopping: call again." : adviceFor(facts, wanted, mailHost);
  return { text: [...sentences(facts, begun), advice].join("\n"), advice, ...facts };
}

const later = (one: Date, other: Date) => (one > other ? one : other);

async function failuresOf(
  { messages }: KeyContext,
  { match, since }: Wanted,
  row: CustomerInbox,
): Promise<FailedCriterion[]> {
  const failed = rowFailures(match, row);
  if (since !== undefined && !isAfter(row, since)) {
    failed.unshift({
      criterion: "since",
      detail: `it came before ${since.at.toISOString()}, and only later mail counts`,
    });
  }
  try {
    return [...failed, ...(await contentFailures(match, row, messages))];
  } catch (error) {
    // Deleted meanwhile.
    if (error instanceof Refusal) return failed;
    throw error;
  }
}

const isAfter = ({ modified, name }: CustomerInbox, { at, name: mark }: Mark) =>
  modified > at || (modified.getTime() === at.getTime() && name > mark);

/** How an instant lies to the beginning of the wait. */
function timeOf(instant: string, begun: Date): string {
  const seconds = Math.round((new Date(instant).getTime() - begun.getTime()) / 1000);
  if (seconds >= 0) return `${seconds} s into the wait`;
  return -seconds < 600 ? `${-seconds} s before the wait` : `at ${instant}`;
}

function sentences({ not_matching, refused, claimed, address }: Omit<Explanation, "text" | "advice">, begun: Date) {
  const { email_name } = address;
  return [
    ...not_matching.map(({ sender, creation, failed }) => {
      const why = failed.map(({ detail }) => detail).join(", and ");
      return `A message from ${sender || "nobody"} came ${timeOf(creation, begun)}, but ${why}.`;
    }),
    ...refused.map(({ address: name, creation, outcome, reply, mail_from }) => {
      const whose = name === email_name ? "" : `, not for ${email_name}`;
      const from = mail_from === null ? "" : ` from ${mail_from || "<>"}`;
      if (name === "")
        return `Mail${from} was refused before it named a recipient, ${timeOf(creation, begun)}: ${reply}.`;
      const what = outcome === "refused" ? "was refused" : "was put off";
      return `Mail${from} for ${name}${whose}, ${what} ${timeOf(creation, begun)}: ${reply}.`;
    }),
    ...(claimed > 0 ? [`Other calls have claimed ${claimed} of its messages.`] : []),
    ...(not_matching.length + refused.length + claimed === 0 ? [`No mail came for ${email_name}.`] : []),
  ];
}

/** One sentence on what to do, by the likeliest cause: the latest of what came and what was refused. */
function adviceFor(
  { not_matching, refused, claimed, address, domain }: Omit<Explanation, "text" | "advice">,
  { since, lease, isUnwanted }: Wanted,
  mailHost: string,
): string {
  if (!address.is_active) return "The address has ended: activate it, or create another.";
  if (isUnwanted) return refused.length > 0 ? "No mail came, but some was refused." : "No mail came, as was expected.";
  const [tried] = refused;
  const wrong = not_matching.find(({ failed }) => failed.some(({ criterion }) => criterion !== "since"));
  const isOld = wrong?.failed.some(({ criterion }) => criterion === "since");
  if (wrong && !isOld && (tried === undefined || tried.creation < wrong.creation)) {
    return "Mail came that does not match: compare it with what you wait for.";
  }
  if (lease !== undefined && claimed > 0) {
    return "Other callers were quicker: send a message for each of them, or wait for a lease to end.";
  }
  if (tried?.address === "")
    return "Mail was refused before it named a recipient: if it was yours, the reply says why.";
  if (tried !== undefined && tried.address !== address.email_name) {
    return `Compare the address that your application wrote to, ${tried.address}, with ${address.email_name}.`;
  }
  if (tried?.outcome === "deferred")
    return "The mail was put off: wait until its sender tries again, or have it send again.";
  if (tried) return "Mail for the address was refused: the reply says what its sender must change.";
  if (domain.mx_found === false) {
    return `The MX record of ${domain.domain_name} does not lead to ${mailHost}, so no mail from outside can come.`;
  }
  if (since !== undefined && not_matching.length > 0)
    return "Only older mail is there: choose an earlier since, or send again.";
  // A client that is turned away as it connects has named no address, so nothing is kept of it for one.
  return `No mail server has tried to send anything to this address lately: check that your application sends its mail, that it goes to ${mailHost}, and that it is not turned away there with a 421 (too many connections or errors).`;
}
