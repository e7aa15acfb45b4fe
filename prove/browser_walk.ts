import { setTimeout as wait } from "node:timers/promises";
import { hashPassword } from "@mayfly/server/features/session/session";
import { pages } from "@mayfly/web/data/pages";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { createAccount, type Mayfly } from "../bench/mayfly.ts";
import { SmtpSender } from "../bench/smtp_sender.ts";
import { patience } from "../bench/until.ts";
import { eavesdropper } from "../e2e/eavesdropper.ts";
import { hostileMail } from "../e2e/hostile_mail.ts";
import { type DrivenBrowser, specialKeys } from "./driven_browser.ts";
import { type Count, none } from "./proof.ts";

/** For what a message may do once it is shown. Milliseconds. */
const settling = 300;
const password = "correct horse";
const beginning = "the beginning";

/**
 * Goes through the product in a browser (row Y17): login, every page, a new address, live mail, a mail in its frame, search,
 * copy, and hostile mails.
 * @param most hostile mails of each kind
 */
export async function walkThrough(
  browser: DrivenBrowser,
  { rootDb, url, smtpPort }: Mayfly,
  most = Number.POSITIVE_INFINITY,
): Promise<Count[]> {
  const at = url.replace("127.0.0.1", "localhost");
  const label = browser.name.split(" ")[0]?.toLowerCase() ?? "";
  const { owner, address } = await createAccount(rootDb, label);
  await rootDb.member.update({ where: { name: owner }, data: { password_hash: await hashPassword(password) } });
  /** Each with a connection of its own: between two, one would be closed. */
  const deliver = async (subject: string, body: string) => {
    const sender = await SmtpSender.open(smtpPort);
    await sender.send(address, htmlMail(subject, body)).finally(() => sender.close());
  };
  const failed: string[] = [];
  const step = async (what: string, work: () => Promise<void>) => {
    await work().catch((error: Error) => failed.push(`${browser.name}: ${what}: ${error.message}`));
  };
  const until = async (what: string, holds: () => Promise<boolean>) => {
    for (const giveUp = performance.now() + patience; !(await holds()); await wait(50)) {
      if (performance.now() > giveUp) throw new Error(`not seen: ${what}`);
    }
  };
  const shown = (xpath: string) => until(xpath, () => browser.run(isReady, xpath));
  // What is there may move, or be drawn anew, until it is clicked.
  const click = (xpath: string) =>
    until(xpath, async () => {
      if (!(await browser.run(isReady, xpath))) return false;
      return browser.click(xpath).then(
        () => true,
        () => false,
      );
    });
  const inbox = (of: string) => `${at}/inbox?email=${encodeURIComponent(of)}`;
  /** What Ctrl+V puts into the search of the inbox. */
  const pasted = async (expected: string) => {
    await click(searchField);
    await browser.press("v", true);
    await until(`"${expected}" in the clipboard`, async () => (await browser.run(valueAt, searchField)) === expected);
    await browser.press("a", true);
    await browser.press(specialKeys.backspace);
  };

  /** A page that has crashed has the heading "Error". */
  const visit = (page: string) =>
    step(page, async () => {
      await browser.open(`${at}${page}`);
      await shown("(//h1 | //h2)[normalize-space() != 'Error']");
      const where = await browser.run(pathname);
      if (where !== page) throw new Error(`leads to ${where}`);
    });
  // Without pages that lead elsewhere: the first, and those of a registration that has not begun.
  const all = pages.filter(({ path, title }) => path !== "/" && !/[:*]/.test(path) && title !== "Verify OTP");
  for (const { path } of all.filter((page) => !("layout" in page))) await visit(path);

  await step("login", async () => {
    await browser.open(`${at}/`);
    await click("//input[@type='email']");
    await browser.press(owner);
    await click("//input[@type='password']");
    await browser.press(password);
    await browser.press(specialKeys.enter);
    await until("the dashboard", async () => (await browser.run(pathname)) === "/dashboard");
    await shown(heading("Dashboard"));
  });

  for (const { path } of all.filter((page) => "layout" in page)) await visit(path);

  await step("a new address", async () => {
    await browser.open(inbox(address));
    await click(button("New address"));
    const open = async () => new URLSearchParams(await browser.run(query)).get("email") ?? "";
    await until("its inbox", async () => !["", address].includes(await open()));
    await pasted(await open());
  });

  await step("live mail, read in its frame, and its code copied", async () => {
    await browser.open(inbox(address));
    await shown(searchField);
    await deliver("Welcome aboard", "<p>Your code is 482913.</p>");
    await click(row("Welcome aboard"));
    await until("the text in the frame", async () => (await browser.frameText("//p")).includes("Your code is 482913."));
    await click(button("Copy code 482913"));
    await pasted("482913");
  });

  await step("search", async () => {
    await browser.open(`${at}/dashboard/search`);
    await click("//main//input[@type='search']");
    await browser.press("aboard");
    await browser.press(specialKeys.enter);
    await click("//main//a[contains(., 'Welcome')]");
    await until("the message", async () => (await browser.run(query)).includes("message="));
  });

  using evil = await eavesdropper();
  let [sent, read] = [0, 0];
  const ran: string[] = [];
  for (const bodiesOf of Object.values(hostileMail)) {
    for (const [name, body] of Object.entries(bodiesOf(evil.url)).slice(0, most)) {
      sent += 1;
      await step(`a hostile mail: ${name}`, async () => {
        await deliver(name, `<p>${beginning}</p>${body}`);
        await browser.open(inbox(address));
        await click(row(name));
        await until("its text", async () => (await browser.frameText(`//*[contains(., '${beginning}')]`)) !== "");
        await wait(settling);
        if ((await browser.frameText("//*[@lang = 'owned']")) !== "") ran.push(`${name} marked its document`);
        read += 1;
      });
      ran.push(...(await browser.ran()));
    }
  }
  // Whether the watch itself works.
  await browser.run(openDialog);
  await step("the watch", () =>
    until("a dialog", async () => {
      const heard = await browser.ran();
      ran.push(...heard.filter((what) => what !== "dialog watched"));
      return heard.includes("dialog watched");
    }),
  );
  for (const what of [...failed, ...ran, ...evil.heard.map(({ url: heard }) => heard)]) console.error(what);
  return [
    none(`${browser.name}: steps that failed`, failed.length),
    { what: `${browser.name}: hostile mails read`, value: read, atLeast: sent, below: sent + 1 },
    none(`${browser.name}: code of mails that ran`, ran.length),
    none(`${browser.name}: requests that mails made`, evil.heard.length),
  ];
}

const button = (name: string) => `//button[normalize-space() = '${name}' or @aria-label = '${name}']`;
const heading = (name: string) => `//h1[normalize-space() = '${name}']`;
const row = (subject: string) => `//main//a[contains(@href, 'message=')][contains(., '${subject}')]`;
const searchField = `//input[@placeholder = '${inboxTexts.search}']`;

const htmlMail = (subject: string, body: string) =>
  [
    ...["From: Zoë <zoe@elsewhere.example>", `Subject: ${subject}`, "Content-Type: text/html; charset=utf-8"],
    ...["Content-Transfer-Encoding: base64", "", Buffer.from(body).toString("base64").replace(/.{76}/g, "$&\r\n"), ""],
  ].join("\r\n");

// These run in the page: each is sent alone.
const isReady = (xpath: string) => {
  const found = document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
  const isVisible =
    found instanceof Element && found.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  return isVisible && found.closest("[inert]") === null;
};
const valueAt = (xpath: string) =>
  (
    document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE)
      .singleNodeValue as HTMLInputElement | null
  )?.value ?? "";
const pathname = () => location.pathname;
const query = () => location.search;
const openDialog = () => {
  // Once this has been answered.
  setTimeout(() => alert("watched"), 200);
};
