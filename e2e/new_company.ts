import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { otpTexts, session } from "@mayfly/contracts";
import { MailSink } from "@mayfly/server/testing/mail_sink";
import { redirectDelay } from "@mayfly/web/data/limits";
import { skeletonMilliseconds } from "@mayfly/web/features/dashboard/limits";
import { otpScreenTexts, registerScreenTexts } from "@mayfly/web/features/register/texts";
import { loginTexts } from "@mayfly/web/features/session/texts";
import type { Browser, Page } from "@playwright/test";
import { button, field } from "./page.ts";
import { expect, Mayfly, skipTimers } from "./server.ts";

/** The password of everybody who sets one. */
export const newPassword = "Correct horse! 1";

/** A server for one test alone, with its outgoing mail and its clock. */
export class OwnMayfly implements AsyncDisposable {
  readonly mayfly: Mayfly;
  readonly sink: MailSink;
  readonly #folder: string;

  private constructor(mayfly: Mayfly, sink: MailSink, folder: string) {
    this.mayfly = mayfly;
    this.sink = sink;
    this.#folder = folder;
  }

  static async start(settings: Record<string, string> = {}): Promise<OwnMayfly> {
    const folder = await mkdtemp(path.join(tmpdir(), "mayfly-own-"));
    const sink = await MailSink.open();
    const clock = clockIn(folder);
    await writeFile(clock, "0");
    const mayfly = await Mayfly.start(path.join(folder, "data"), {
      CLOCK_FILE: clock,
      NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, "moved_clock.mjs")).href}`,
      OUTGOING_MAIL_URL: sink.url,
      RATE_LIMIT_FACTOR: "0",
      ...settings,
    });
    return new OwnMayfly(mayfly, sink, folder);
  }

  /** Opens a page of another user, without the time of the skeleton, which has tests of its own. */
  async open(browser: Browser): Promise<Page> {
    const page = await browser.newPage({ baseURL: this.mayfly.url });
    await page.clock.install();
    await page.addInitScript(skipTimers, skeletonMilliseconds);
    return page;
  }

  /** Logs in to its demo company, and opens a page. */
  async enter(page: Page, where: string): Promise<void> {
    const { login: usr, password: pwd, url } = this.mayfly;
    const answer = await page.request.post(`${url}${session.login.path}`, { form: { usr, pwd } });
    expect(answer.ok()).toBe(true);
    await page.goto(`${url}${where}`);
  }

  /** Sets the server's clock so many milliseconds ahead of the real time. */
  moveClock(milliseconds: number): Promise<void> {
    return writeFile(clockIn(this.#folder), String(milliseconds));
  }

  async [Symbol.asyncDispose]() {
    await this.mayfly.kill("SIGTERM");
    await this.sink[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const clockIn = (folder: string) => path.join(folder, "clock");

export async function logIn(page: Page, email: string, password = newPassword) {
  await page.goto("/login");
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
  await button(page, loginTexts.submit).click();
}

/** Registers a new user, from the form to the login: Grace Hopper of Navy. The page has a clock of its own. */
export async function registerNavy(page: Page, sink: MailSink, password = newPassword) {
  await page.goto("/register");
  await field(page, "Full name").fill("Grace Hopper");
  await field(page, "Email").fill("grace@navy.example");
  await field(page, "Password").fill(password);
  await field(page, "Confirm password").fill(password);
  await button(page, registerScreenTexts.next).click();
  await field(page, "Company name").fill("Navy");
  await field(page, "Company email").fill("hello@navy.example");
  await field(page, "Company size").selectOption("1000+");
  await field(page, "Industry").fill("Computing");
  await field(page, "Phone number").pressSequentially("5551234567");
  await button(page, registerScreenTexts.create).click();
  const [code = ""] = /\b\d{6}\b/.exec((await sink.next("grace@navy.example")).text) ?? [];
  await page.getByRole("textbox", { name: /code/i }).first().click();
  await page.keyboard.type(code);
  await button(page, otpScreenTexts.verify).click();
  await expect(page.getByText(otpTexts.verified)).toBeVisible();
  await page.clock.runFor(redirectDelay);
  await page.waitForURL("**/login");
  // The login does not ask for the email again.
  await expect(field(page, "Email")).toHaveValue("grace@navy.example");
  await expect(field(page, "Password")).toBeFocused();
  await logIn(page, "grace@navy.example", password);
}
