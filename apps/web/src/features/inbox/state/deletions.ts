import { inbox } from "@mayfly/contracts";
import { call, failureText, isGone } from "../../../data/api.ts";
import { dismiss, toast } from "../../../ui/toasts.ts";
import { rememberedDeletions, undoMilliseconds } from "../limits.ts";
import { inboxTexts } from "../texts.ts";

/** "waiting": it can still be undone; "sent": the call is under way; "gone": the server has deleted the message. */
type State = "waiting" | "sent" | "gone";

interface Options {
  /** Deletes the message on the server. */
  send?: (name: string) => Promise<unknown>;
  /** Drops what else is held of a message. */
  forget: (name: string) => void;
  /** Whether the user is in another window, where toasts wait. */
  isAway?: () => boolean;
}

const sendNow = (name: string) => call(inbox.delete_message, { name }, { keepalive: true });

/** The slot of the toast by which a deletion can be undone. */
export const slotOf = (name: string) => `deleted ${name}`;

/**
 * The messages that are deleted, of whatever list. A message is hidden at once, and deleted on the server when it can no
 * longer be undone: once its toast has gone. Those that are gone are remembered: a late answer or event may hold them.
 */
export function deletions({ send = sendNow, forget, isAway = () => !document.hasFocus() }: Options) {
  const states = new Map<string, State>();
  const timers = new Map<string, ReturnType<typeof setInterval>>();
  const listeners = new Set<() => void>();
  /** Those that the server is asked for. */
  const calls = new Set<Promise<void>>();
  const snapshotOf = () => ({ has: (name: string) => states.has(name) });
  let snapshot = snapshotOf();

  function changed() {
    snapshot = snapshotOf();
    for (const listener of listeners) listener();
  }

  function set(name: string, state: State) {
    // Last in their order are those that have changed last.
    states.delete(name);
    states.set(name, state);
    if (state !== "waiting") {
      clearInterval(timers.get(name));
      timers.delete(name);
      dismiss(slotOf(name));
      forget(name);
    }
    const [oldest] = states.size > rememberedDeletions ? states.keys() : [];
    if (oldest !== undefined && states.get(oldest) === "gone") states.delete(oldest);
    changed();
  }

  function restore(name: string) {
    clearInterval(timers.get(name));
    timers.delete(name);
    states.delete(name);
    changed();
  }

  function carryOut(name: string): Promise<void> {
    if (states.get(name) !== "waiting") return Promise.resolve();
    set(name, "sent");
    const call = ask(name).finally(() => calls.delete(call));
    calls.add(call);
    return call;
  }

  async function ask(name: string) {
    try {
      await send(name);
    } catch (failure) {
      if (!isGone(failure)) {
        // The answer may be lost of a deletion that an event has told of.
        if (states.get(name) !== "sent") return;
        restore(name);
        toast.error(inboxTexts.notDeleted(failureText(failure)));
        return;
      }
    }
    set(name, "gone");
  }

  return {
    /** What is deleted, as an object that is another one after every change. */
    deleted: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Whether the server no longer lists the message, or will not in a moment. */
    isGone: (name: string) => states.has(name) && states.get(name) !== "waiting",
    begin(name: string) {
      if (states.has(name)) return;
      // A toast waits for a user who is in another window; the deletion does not.
      const timer = setInterval(() => isAway() && void carryOut(name), undoMilliseconds);
      timers.set(name, timer);
      set(name, "waiting");
    },
    /** @returns whether it was in time */
    undo(name: string) {
      if (states.get(name) !== "waiting") return false;
      restore(name);
      return true;
    },
    carryOut,
    /** Fulfilled when the server has answered all of them. */
    carryOutAll() {
      for (const name of [...states.keys()]) void carryOut(name);
      return Promise.all(calls);
    },
    /** Takes in that the server has deleted a message, whoever asked for it. */
    hear: (name: string) => set(name, "gone"),
  };
}

export type Deletions = ReturnType<typeof deletions>;
