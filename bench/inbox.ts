import { randomUUID } from "node:crypto";
import { limits } from "@mayfly/contracts";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import type { Page } from "@playwright/test";
import pg from "pg";
import { openBrowser } from "./browser.ts";
import { createAccount, type Mayfly, startMayfly } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { sendSteadily } from "./pace.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import { sampleMail } from "./sample_mail.ts";
import { SmtpSender } from "./smtp_sender.ts";
import { percentile } from "./statistics.ts";

const senders = 4;

interface Frames {
  perSecond: number;
  /** Milliseconds of a frame. */
  p95: number;
  longest: number;
}

/** An inbox with many messages in a browser: scrolling, and a flood of mail while the user reads. */
export async function run(args: string[]): Promise<boolean> {
  const settings = readOptions(args, { messages: 10_000, seconds: 10, rate: 100 });
  const server = await startMayfly("inbox");
  const { company, owner, address } = await createAccount(server.rootDb, "bench");
  await fill(server, { company, owner, address, messages: settings.messages });
  const page = await openBrowser(server, owner);
  await page.goto(`/inbox?email=${encodeURIComponent(address)}`);
  await page.getByText(inboxTexts.count(limits.inboxPageSize)).waitFor();
  const memory = { atFirst: await heapMegabytes(page), all: 0, afterwards: 0 };

  const begin = performance.now();
  await loadAll(page, settings.messages);
  const loadSeconds = (performance.now() - begin) / 1000;
  memory.all = await heapMegabytes(page);
  const scrolling = {
    "a row a frame": await scroll(page, 85),
    "a screen a frame": await scroll(page, 800),
    "from end to end": await scroll(page, 9_000),
  };

  const flooded = watchFlood(page, settings.seconds + 3);
  await flood(server, address, settings);
  const flooding = await flooded;
  await page.getByText(inboxTexts.count(settings.messages + settings.seconds * settings.rate)).waitFor();
  memory.afterwards = await heapMegabytes(page);

  const rows = Object.entries<Frames>({ ...scrolling, "a flood": flooding });
  printTable(
    `Frames of an inbox with ${settings.messages} messages (all loaded in ${loadSeconds.toFixed(1)} s)`,
    ["", "a second", "p95 ms", "longest ms"],
    rows.map(([what, { perSecond, p95, longest }]) => [what, round(perSecond), round(p95), round(longest)]),
  );
  printTable(
    "Memory of the tab's scripts, MB",
    ["", "MB"],
    [
      [`${limits.inboxPageSize} messages`, round(memory.atFirst)],
      [`${settings.messages} messages`, round(memory.all)],
      ["after the flood", round(memory.afterwards)],
    ],
  );
  printGoals([
    {
      what: "frames a second while scrolling",
      value: Math.min(...Object.values(scrolling).map(({ perSecond }) => perSecond)),
      atLeast: 50,
    },
    { what: "rows drawn at once", value: flooding.mostRows, below: 60 },
    { what: "pixels that what is being read moved in the flood", value: flooding.moved, below: 1 },
    { what: "longest frame of the flood, ms", value: flooding.longest, below: 100 },
    { what: "memory, MB", value: Math.max(memory.all, memory.afterwards), below: 50 },
  ]);
  await saveResult("inbox", { settings, loadSeconds, scrolling, flooding, memory });
  return true;
}

interface Given {
  company: string;
  owner: string;
  address: string;
  messages: number;
}

/** Stores messages for an address, one a minute until now. They share one source, since none is opened. */
async function fill({ databaseUrl }: Mayfly, { company, owner, address, messages }: Given) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const source = randomUUID();
    const raw = Buffer.from("Subject: x\r\n\r\nBody\r\n");
    await client.query("INSERT INTO message_source (name, company, raw) VALUES ($1, $2, $3)", [source, company, raw]);
    await client.query(
      `INSERT INTO customer_inbox (
        name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, creation, modified)
      SELECT gen_random_uuid(), $1, $2, 'Private', $3, $4, 's@elsewhere.example', 'Sender ' || no || ' <s@elsewhere.example>',
        'Message number ' || no, rpad('', 200, 'The beginning of message ' || no || '. '), at, at
      FROM (SELECT no, now() - no * interval '1 minute' AS at FROM generate_series(1, $5::int) AS no) AS given`,
      [company, owner, address, source, messages],
    );
  } finally {
    await client.end();
  }
}

/** Measured after a garbage collection, so that only what is still held counts. */
async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 1e6;
}

const scroller = '[aria-label="List"] div:has(> ul)';

async function loadAll(page: Page, messages: number) {
  const all = page.getByText(inboxTexts.count(messages), { exact: true });
  while ((await all.count()) === 0) {
    await page.evaluate(async (selector) => {
      const box = document.querySelector(selector);
      for (let frame = 0; frame < 60 && box !== null; frame += 1) {
        box.scrollTop = box.scrollHeight;
        await new Promise(requestAnimationFrame);
      }
    }, scroller);
  }
}

/** Scrolls down by so many pixels a frame for some seconds, and begins again at the top after the end. */
async function scroll(page: Page, pixels: number): Promise<Frames> {
  const milliseconds = 5_000;
  const times = await page.evaluate(
    async ([selector, step, length]) => {
      const box = document.querySelector(selector);
      const found: number[] = [];
      if (box === null) return found;
      box.scrollTop = 0;
      let last = performance.now();
      for (const end = last + length; last < end; ) {
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        found.push(now - last);
        last = now;
        const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
        box.scrollTop = atEnd ? 0 : box.scrollTop + step;
      }
      return found;
    },
    [scroller, pixels, milliseconds] as const,
  );
  return framesOf(times);
}

const framesOf = (times: number[]): Frames => ({
  perSecond: (times.length / times.reduce((sum, time) => sum + time, 0)) * 1000,
  p95: percentile(times, 0.95),
  longest: percentile(times, 1),
});

/** Stays in the middle of the list, and watches the row in the middle of the screen. */
async function watchFlood(page: Page, seconds: number) {
  const { times, ...seen } = await page.evaluate(
    async ([selector, length]) => {
      const box = document.querySelector(selector);
      if (box === null) throw new Error("There is no list");
      box.scrollTop = 5_000;
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      const rowOf = () => [...box.querySelectorAll("li")].find((one) => one.getBoundingClientRect().top > 400);
      const name = rowOf()?.dataset["message"];
      const topOf = () => box.querySelector(`[data-message="${name}"]`)?.getBoundingClientRect().top ?? Number.NaN;
      const top = topOf();
      const times: number[] = [];
      let [moved, mostRows] = [0, 0];
      let last = performance.now();
      for (const end = last + length; last < end; ) {
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        times.push(now - last);
        last = now;
        const away = Math.abs(topOf() - top);
        moved = Math.max(moved, Number.isNaN(away) ? Number.POSITIVE_INFINITY : away);
        mostRows = Math.max(mostRows, box.querySelectorAll("li").length);
      }
      return { times, moved, mostRows };
    },
    [scroller, seconds * 1000] as const,
  );
  return { ...framesOf(times), ...seen };
}

async function flood({ smtpPort }: Mayfly, to: string, { seconds, rate }: { seconds: number; rate: number }) {
  const opened = await Promise.all(Array.from({ length: senders }, () => SmtpSender.open(smtpPort)));
  await sendSteadily(opened, { count: seconds * rate, rate }, (sender, no) =>
    sender.send(to, sampleMail(`flood ${no}`, to)),
  );
  for (const sender of opened) sender.close();
}
