import { type Expect, expect as playwrightExpect, test as playwrightTest, type TestInfo } from "@playwright/test";
import { NothingArrived, UnwantedMail } from "./errors.ts";
import { describe, Inbox, type WaitOptions } from "./inbox.ts";
import { Mayfly } from "./mayfly.ts";
import type { Message } from "./message.ts";
import type { NewEmail } from "./resources.ts";
import { plain } from "./terminal.ts";
import { usualTimeout } from "./usual_timeout.ts";

export interface MayflyFixtures {
  /** What the address of each test is given: `test.use({ newEmail: { domain: "…" } })`. */
  newEmail: NewEmail;
  /** An address for this test alone. It is made when a test asks for it, and ended afterwards. */
  inbox: Inbox;
}

/** So that an address ends although its worker was killed. Seconds. */
const lifetime = 3_600;
/**
 * How long the address may take to be made, and to be ended: its own time, and not the test's. A server that is away for a
 * while is waited for (`retrySeconds`).
 */
const fixtureMilliseconds = 120_000;
/** Messages that a failed test's report gets. */
const attachedMessages = 20;
/** What the server takes as a reason. */
const longestReason = 150;

/** Playwright's `test` with a fixture `inbox`. The server and key are MAYFLY_URL and MAYFLY_KEY. */
export const test = playwrightTest.extend<MayflyFixtures, { mayfly: Mayfly }>({
  newEmail: [{}, { option: true }],
  mayfly: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => use(new Mayfly()),
    { scope: "worker" },
  ],
  inbox: [
    async ({ mayfly, newEmail }, use, testInfo) => {
      const reason = testInfo.titlePath.slice(1).join(" > ").slice(0, longestReason);
      const made = await mayfly.emails.create({ reason, expires_in: lifetime, ...newEmail });
      await use(new PatientInbox(mayfly, made.address, testInfo));
      try {
        if (testInfo.status !== testInfo.expectedStatus) await attachMail(made, testInfo);
      } finally {
        await made.end();
      }
    },
    { timeout: fixtureMilliseconds },
  ],
});

/** Time that a test waits for mail does not count as its own. */
class PatientInbox extends Inbox {
  readonly #testInfo: TestInfo;
  readonly #retrySeconds: number;

  constructor(mayfly: Mayfly, address: string, testInfo: TestInfo) {
    super(mayfly.api, address);
    this.#testInfo = testInfo;
    this.#retrySeconds = mayfly.api.retrySeconds;
  }

  override waitForCount(count: number, options: WaitOptions = {}): Promise<Message[]> {
    return this.#step(`Wait for mail ${describe(options)}`, options.timeout ?? usualTimeout.mail, () =>
      super.waitForCount(count, options),
    );
  }

  override waitForNone(options: WaitOptions = {}): Promise<void> {
    return this.#step(`Wait for no mail ${describe(options)}`, options.timeout ?? usualTimeout.none, () =>
      super.waitForNone(options),
    );
  }

  /** A step of the report, whose error is shown at the test's own line. */
  #step<Result>(title: string, seconds: number, work: () => Promise<Result>): Promise<Result> {
    return playwrightTest.step(title.trim(), () => this.#apart(seconds, work), { box: true });
  }

  async #apart<Result>(seconds: number, work: () => Promise<Result>): Promise<Result> {
    const { timeout } = this.#testInfo;
    // Without a limit there is nothing to prolong.
    if (timeout === 0) return work();
    const begin = Date.now();
    // A server that is away is waited for, however short the wait for mail is.
    const most = Math.max(seconds, this.#retrySeconds) * 1_000;
    this.#testInfo.setTimeout(timeout + most);
    try {
      return await work();
    } finally {
      const unused = Math.max(0, most - (Date.now() - begin));
      this.#testInfo.setTimeout(this.#testInfo.timeout - unused);
    }
  }
}

/**
 * Puts the mail of a failed test into its report. What others wrote goes there as plain text, which runs nothing, and without
 * what controls the terminal that Playwright prints it on.
 */
async function attachMail(inbox: Inbox, testInfo: TestInfo): Promise<void> {
  const messages = await inbox.messages({ limit: attachedMessages });
  const refused = (await inbox.attempts()).filter(({ outcome }) => outcome !== "accepted");
  const summary = [
    `${inbox.address}: ${messages.length === 0 ? "no mail" : `${messages.length === attachedMessages ? "the newest " : ""}${messages.length} ${messages.length === 1 ? "message" : "messages"}`}`,
    ...messages.map(({ subject, sender, data }) => `${data.creation} '${subject}' from ${sender}`),
    ...refused.map(({ creation, mail_from, reply }) => `${creation} refused, from ${mail_from}: ${reply}`),
  ];
  await testInfo.attach("mail.txt", { body: plain(summary.join("\n")), contentType: "text/plain" });
  for (const [at, message] of messages.entries()) {
    const attach = (name: string, body: string) =>
      testInfo.attach(`mail-${at + 1}-${name}`, { body: plain(body), contentType: "text/plain" });
    const timeline = await message.timeline();
    const lines = timeline.map(({ creation, what, who, detail }) =>
      [creation, what, who, detail].filter(Boolean).join(" "),
    );
    await attach("timeline.txt", lines.join("\n"));
    if (message.data.text != null) await attach("text.txt", message.text);
    const { rendering } = await message.details();
    if (rendering === "html") await attach("source.html.txt", await message.html());
    const body = Buffer.from(await message.raw());
    await testInfo.attach(`mail-${at + 1}.eml`, { body, contentType: "message/rfc822" });
  }
}

interface Received {
  pass: boolean;
  message: () => string;
  name: string;
}

async function toHaveReceived(this: { isNot: boolean }, inbox: Inbox, options: WaitOptions = {}): Promise<Received> {
  const { isNot } = this;
  const result = (isAsWanted: boolean, message = ""): Received => ({
    pass: isAsWanted !== isNot,
    message: () => message,
    name: "toHaveReceived",
  });
  try {
    if (isNot) await inbox.waitForNone(options);
    else await inbox.wait(options);
    return result(true);
  } catch (error) {
    if (!(error instanceof NothingArrived || error instanceof UnwantedMail)) throw error;
    return result(false, error.message);
  }
}

/** Playwright's `expect` with `toHaveReceived`. `.not` waits for quiet: 5 seconds, unless a timeout is given. */
export const expect: Expect<{ toHaveReceived: typeof toHaveReceived }> = playwrightExpect.extend({ toHaveReceived });
