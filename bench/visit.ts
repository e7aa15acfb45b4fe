import { email } from "@mayfly/contracts";
import { median } from "@mayfly/server/testing/median";
import type { Page } from "@playwright/test";
import { openBrowser } from "./browser.ts";
import { call } from "./call.ts";
import { createAccount, logIn, type Mayfly, startMayfly } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import { sampleMail } from "./sample_mail.ts";
import { SmtpSender } from "./smtp_sender.ts";

const addresses = 10;

/** For each page, what there must be on it: its figures and lists, with something in them. */
const pages: Record<string, readonly string[]> = {
  "/dashboard": [
    "dl > div:nth-child(4) dd:not(:has(span, div))",
    '[aria-label="Activity"] li',
    '[aria-label="Recent emails"] li',
  ],
  "/dashboard/emails": ['[aria-label="Emails"] li a'],
  "/inbox": ['[aria-label="List"] li'],
};

/** In ms from the request for the page. */
interface Times {
  /** Until all that the page must show has been drawn. */
  shown: number;
  /** Until it can be used. */
  usable: number;
}

/** Opens pages over a slow line, on a slow device: at first with nothing in the browser's cache, then once more. */
export async function run(args: string[]): Promise<boolean> {
  const settings = readOptions(args, { rounds: 3, latency: 400, kilobytes: 50, slowdown: 4 });
  const server = await startMayfly("visit");
  const { owner, address } = await createAccount(server.rootDb, "bench");
  await furnish(server, owner, address);

  const results: Record<string, { first: Times; second: Times }> = {};
  for (const [path, selectors] of Object.entries(pages)) {
    const [first, second]: [Times[], Times[]] = [[], []];
    for (let no = 0; no < settings.rounds; no += 1) {
      const page = await openBrowser(server, owner);
      await slowDown(page, settings);
      first.push(await visit(page, path, selectors));
      second.push(await visit(page, path, selectors));
      await page.context().browser()?.close();
    }
    results[path] = { first: middle(first), second: middle(second) };
  }

  printTable(
    `${settings.latency} ms and ${settings.kilobytes} kB a second, CPU ${settings.slowdown} times slower; ms`,
    ["", "first: shown", "usable", "second: shown", "usable"],
    Object.entries(results).map(([path, { first, second }]) => [
      path,
      ...[first.shown, first.usable, second.shown, second.usable].map(round),
    ]),
  );
  const dashboard = results["/dashboard"];
  printGoals([
    { what: "the dashboard's first visit, ms", value: dashboard?.first.shown ?? Number.NaN, below: 4_000 },
    { what: "its second, ms", value: dashboard?.second.shown ?? Number.NaN, below: 2_000 },
  ]);
  await saveResult("visit", { settings, results });
  return true;
}

const middle = (times: Times[]): Times => ({
  shown: median(times.map(({ shown }) => shown)),
  usable: median(times.map(({ usable }) => usable)),
});

/** Gives the member addresses, whose creation shows up in the activity, and mail. */
async function furnish({ url, rootDb, smtpPort }: Mayfly, owner: string, address: string) {
  const cookie = await logIn(rootDb, owner);
  for (let no = 0; no < addresses; no += 1) {
    const input = { email_prefix: `visit-${no}`, domain: "mayfly.test" };
    await call({ url, cookie }, email.create_email, input);
  }
  const sender = await SmtpSender.open(smtpPort);
  for (let no = 0; no < 30; no += 1) await sender.send(address, sampleMail(`Order ${no}`, address));
  sender.close();
}

async function slowDown(page: Page, { latency, kilobytes, slowdown }: Record<string, number>) {
  const session = await page.context().newCDPSession(page);
  const throughput = (kilobytes ?? 0) * 1000;
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: latency ?? 0, downloadThroughput: throughput, uploadThroughput: throughput },
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown ?? 1 });
}

async function visit(page: Page, path: string, selectors: readonly string[]): Promise<Times> {
  // The page before is left, so that nothing of it competes.
  await page.goto("about:blank");
  await page.goto(path, { waitUntil: "commit" });
  const times = await page.evaluate(async (wanted) => {
    const found = { shown: 0, usable: 0 };
    const isThere = (selector: string) => document.querySelector<HTMLElement>(selector)?.checkVisibility() === true;
    while (found.usable === 0) {
      await new Promise(requestAnimationFrame);
      if (performance.now() > 60_000) throw new Error(`never shown: ${wanted.filter((one) => !isThere(one))}`);
      if (!wanted.every(isThere)) continue;
      const now = performance.now();
      found.shown ||= now;
      if (document.querySelector("#root[inert]") === null) found.usable = now;
    }
    return found;
  }, selectors);
  await page.waitForLoadState("networkidle");
  return times;
}
