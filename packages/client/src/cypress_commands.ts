import type { TaskWaitOptions } from "./cypress.ts";
import type { MessageData, NewEmail } from "./resources.ts";
// From a file of its own: these commands run in the browser.
import { usualTimeout } from "./usual_timeout.ts";

/** What these commands need of Cypress, which is there when they run. */
declare const Cypress: {
  Commands: { add(name: string, command: (...args: never[]) => unknown): void };
};
declare const cy: {
  task(name: string, argument: unknown, options: { timeout: number; log: boolean }): unknown;
};

declare global {
  namespace Cypress {
    interface Chainable<Subject> {
      /** Creates an address and yields it. */
      mayflyCreate(given?: NewEmail): Chainable<string>;
      /** Yields the newest message that matches, as soon as there is one: within 30 seconds by default. */
      mayflyWait(address: string, options?: TaskWaitOptions): Chainable<MessageData>;
      /** Fails if mail that matches is there or arrives within the timeout, 5 seconds by default. */
      mayflyWaitForNone(address: string, options?: TaskWaitOptions): Chainable<null>;
      /** Yields the messages of an address, newest first, at most 100. */
      mayflyMessages(address: string): Chainable<MessageData[]>;
      /** Yields a message's HTML as its sender wrote it. */
      mayflyHtml(id: string): Chainable<string>;
      /** Deactivates an address: it accepts no more mail. */
      mayflyEnd(address: string): Chainable<null>;
    }
  }
}

/** For what a call takes besides the wait itself. Milliseconds. */
const slack = 45_000;

const task = (name: string, argument: unknown, seconds = 0) =>
  cy.task(`mayfly:${name}`, argument, { timeout: seconds * 1_000 + slack, log: true });

Cypress.Commands.add("mayflyCreate", (given: NewEmail | null = null) => task("create", given));
Cypress.Commands.add("mayflyWait", (address: string, options: TaskWaitOptions = {}) =>
  task("wait", { address, options }, options.timeout ?? usualTimeout.mail),
);
Cypress.Commands.add("mayflyWaitForNone", (address: string, options: TaskWaitOptions = {}) =>
  task("waitForNone", { address, options }, options.timeout ?? usualTimeout.none),
);
Cypress.Commands.add("mayflyMessages", (address: string) => task("messages", address));
Cypress.Commands.add("mayflyHtml", (id: string) => task("html", id));
Cypress.Commands.add("mayflyEnd", (address: string) => task("end", address));
