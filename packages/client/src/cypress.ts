import type { MayflyOptions } from "./api.ts";
import { NothingArrived, UnwantedMail } from "./errors.ts";
import type { WaitOptions } from "./inbox.ts";
import { Mayfly } from "./mayfly.ts";
import type { NewEmail } from "./resources.ts";

/** What of a wait can be passed from the browser to Cypress's own process. */
export type TaskWaitOptions = Omit<WaitOptions, "signal" | "since"> & { since?: string };

/** The most messages that a list has. */
const listed = 100;

/**
 * Cypress's tasks: `on("task", mayflyTasks())` in `setupNodeEvents`. They run in Cypress's own process, so that the key
 * never comes into the browser. The commands of `@mayfly/client/cypress/commands` call them.
 */
export function mayflyTasks(options: MayflyOptions = {}) {
  const mayfly = new Mayfly(options);
  const inboxOf = (address: string) => mayfly.emails.open(address);
  return {
    "mayfly:create": async (given: NewEmail | null) => (await mayfly.emails.create(given ?? {})).address,
    "mayfly:wait": async ({ address, options }: { address: string; options: TaskWaitOptions }) =>
      reported(async () => (await inboxOf(address).wait(options)).data),
    "mayfly:waitForNone": async ({ address, options }: { address: string; options: TaskWaitOptions }) =>
      reported(async () => {
        await inboxOf(address).waitForNone(options);
        // Cypress takes undefined for a task that was forgotten.
        return null;
      }),
    "mayfly:messages": async (address: string) =>
      (await inboxOf(address).messages({ limit: listed })).map(({ data }) => data),
    "mayfly:html": async (id: string) => (await mayfly.messages.get(id)).html(),
    "mayfly:end": async (address: string) => {
      await inboxOf(address).end();
      return null;
    },
  };
}

/** Cypress shows only the message of a task's error, without its name. */
async function reported<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NothingArrived || error instanceof UnwantedMail) {
      error.message = `${error.name}: ${error.message}`;
    }
    throw error;
  }
}
