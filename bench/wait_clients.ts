import { resources, type WaitedMessage } from "@mayfly/contracts";
import { call } from "./call.ts";

/** What a client was told of a message. */
export interface Found {
  name: string;
  subject: string;
}

/** Asks for the newest message of an address after the one that it knows; undefined: there is none. */
export type Ask = (address: string, known: string | undefined, signal: AbortSignal) => Promise<Found | undefined>;

/** Seconds. A client that waits calls again then. */
const timeout = 30;
const { emails } = resources;

/** A call that waits on the server until there is mail. */
export const waiting =
  (url: string, key: string): Ask =>
  async (id, known, signal) => {
    const answer = await call({ url, key }, emails.wait, { id, timeout, ...(known && { since: known }) }, signal);
    return answer.found ? (answer.messages as WaitedMessage[])[0] : undefined;
  };

const unlessKnown = (found: Found | undefined, known: string | undefined) =>
  found?.name === known ? undefined : found;

/** The newest message of a list, at once. */
export const listing =
  (url: string, key: string): Ask =>
  async (id, known, signal) => {
    const { data } = await call({ url, key }, emails.messages, { id, limit: 1 }, signal);
    return unlessKnown(data[0], known);
  };

/** The newest message that MailDev's search finds, at once. */
export const searchingMailDev =
  (url: string): Ask =>
  async (address, known, signal) => {
    const response = await fetch(`${url}/api/email/summary?limit=1&search=${encodeURIComponent(address)}`, { signal });
    const { items } = (await response.json()) as { items: { id: string; subject: string }[] };
    const [item] = items;
    return unlessKnown(item && { name: item.id, subject: item.subject }, known);
  };
