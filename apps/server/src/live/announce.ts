import { setImmediate as pause } from "node:timers/promises";
import { live, type NewCustomerInbox, toFlag } from "@mayfly/contracts";
import type { Logger } from "pino";
import { readersOf } from "../features/email/rights.ts";
import type { Stored } from "../features/inbox/inbox.ts";
import { openFairLimiter } from "../limits/fair_limiter.ts";
import type { Messages } from "../mail/stored_messages.ts";
import { Refusal } from "../refusal.ts";
import { type LiveNamespace, rooms } from "./namespace.ts";

/** Messages of one company that are read at once, to be sent to browsers. */
const readAtOnce = 4;
interface AnnounceOptions {
  messages: Messages;
  onPushed(stored: Stored): void;
  log: Logger;
}

/** Returns what sends stored messages to the browsers of this process whose members may read them. */
export function openAnnouncements(namespace: LiveNamespace, options: AnnounceOptions): (stored: Stored[]) => void {
  // Reads and renders only a few messages of a company at a time, so that a flood waits as names and not as contents,
  // and no company waits for another's mail. Events are sent in the order of the messages.
  const takeTurn = openFairLimiter({ atOnce: () => readAtOnce });
  const lastOf = new Map<string, Promise<void>>();
  return (stored) => {
    for (const one of stored) {
      const audience = readersOf(one).map(([group, name]) => rooms[group](name));
      // A browser that connects later fetches what is on disk by then.
      if (!isHeard(namespace, audience)) continue;
      const before = lastOf.get(one.company);
      const announced = takeTurn(one.company, () => announce(namespace, audience, one, before, options));
      // A message that nobody listens for any more is done sooner than those before it.
      const last = Promise.all([before, announced]).then(() => undefined);
      lastOf.set(one.company, last);
      void last.then(() => lastOf.get(one.company) === last && lastOf.delete(one.company));
    }
  };
}

const isHeard = (namespace: LiveNamespace, audience: string[]) =>
  audience.some((room) => namespace.adapter.rooms.has(room));

/**
 * Renders a message only where somebody listens.
 * @param audience rooms
 * @param before is fulfilled when the messages before this one have been sent
 */
async function announce(
  namespace: LiveNamespace,
  audience: string[],
  stored: Stored,
  before: Promise<void> | undefined,
  { messages, onPushed, log }: AnnounceOptions,
) {
  if (!isHeard(namespace, audience)) return;
  try {
    const { source, company, ...message } = stored;
    const creation = new Date(message.creation).toISOString();
    const event: NewCustomerInbox = {
      ...message,
      creation,
      modified: creation,
      modified_by: message.owner,
      has_attachment: toFlag(message.has_attachment),
      content: (await messages.read(source, company)).content,
    };
    await before;
    namespace.local.to(audience).emit(live.newCustomerInbox, event);
    onPushed(stored);
    log.debug({ message: stored.name }, "message announced");
    // Cached messages are read at once: without a pause no event would leave, and a browser that reads would seem slow.
    await pause();
  } catch (error) {
    if (error instanceof Refusal) return; // deleted meanwhile
    log.error({ err: error, message: stored.name }, "message cannot be announced");
  }
}
