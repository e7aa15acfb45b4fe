import { inbox, type TimelineEntry } from "@mayfly/contracts";
import { handler, type MemberContext } from "../../context.ts";
import { attemptsOf } from "../delivery/delivery.ts";
import { readableMessage } from "./inbox.ts";

export const get_timeline = handler(inbox.get_timeline, (context, { name }) => readTimeline(context, name));

/**
 * What happened to a message, from the connection that brought it, in order of time (row R09). Attempts of webhooks are for
 * Administrators, as the deliveries are.
 * @throws Refusal when the caller may not read the message
 */
export async function readTimeline(context: MemberContext, name: string): Promise<TimelineEntry[]> {
  const { db, member } = context;
  const { source, mail_from, recipients, creation } = await readableMessage(context, name);
  const [came, noted, claim, attempts] = await Promise.all([
    db.messageSource.findFirst({
      where: { name: source },
      select: { network: true, helo: true, tls: true, connected: true },
    }),
    db.timelineEntry.findMany({ where: { message: name } }),
    db.messageClaim.findFirst({ where: { message: name } }),
    member.role === "Administrator" ? attemptsOf(db, { company: member.company, message: name, creation }) : [],
  ]);
  const entries: TimelineEntry[] = [];
  const add = (what: TimelineEntry["what"], at: Date, who: string | null, detail: string) =>
    entries.push({ what, creation: at.toISOString(), who, detail });
  // Of messages that came before this was kept, only what follows is known.
  if (came?.connected) {
    add(
      "connected",
      came.connected,
      came.network,
      came.helo ? `The client called itself ${came.helo}.` : "The client did not name itself.",
    );
    add("tls", came.connected, came.network, came.tls ? `Encrypted with ${came.tls}.` : "Not encrypted.");
  }
  add("stored", creation, null, `Mail from ${mail_from || "<>"} for ${recipients}, saved to disk.`);
  add("accepted", creation, came?.network ?? null, "The sender received a 250 reply.");
  for (const { what, who, creation: at } of noted) {
    if (what === "pushed") add("pushed", at, null, "Sent to open inboxes.");
    else add("opened", at, who, "Opened for the first time.");
  }
  for (const { webhook, attempt, status, answer, duration, creation: at } of attempts) {
    const said = status === null ? answer : `HTTP ${status}`;
    add("webhook", at, webhook, `Attempt ${attempt}: ${said}, after ${duration} ms.`);
  }
  if (claim) {
    add("claimed", claim.creation, claim.member, `By an API key, until ${claim.until.toISOString()}.`);
    if (claim.acked) add("acknowledged", claim.acked, claim.member, "The claim is final.");
  }
  // Those of one instant stay in the order in which they happen.
  return entries.sort((one, other) => (one.creation < other.creation ? -1 : one.creation === other.creation ? 0 : 1));
}
