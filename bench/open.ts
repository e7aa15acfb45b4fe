import { load, resource } from "@mayfly/contracts";
import { call } from "./call.ts";
import { createAccount, logIn, type Mayfly, startMayfly } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import { SmtpSender } from "./smtp_sender.ts";
import { spread } from "./statistics.ts";

const warmUpMessages = 30;
const doctype = "Customer Inbox";

/** Times the server from the request for a message to the whole answer: parsed, sanitised, links rewritten. */
export async function run(args: string[]): Promise<boolean> {
  const settings = readOptions(args, { messages: 300, kilobytes: 50 });
  const server = await startMayfly("open");
  const { owner, address } = await createAccount(server.rootDb, "bench");
  const sender = await SmtpSender.open(server.smtpPort);
  const count = warmUpMessages + settings.messages;
  for (let no = 0; no < count; no += 1) await sender.send(address, newsletter(no, address, settings.kilobytes));
  sender.close();

  const cookie = await logIn(server.rootDb, owner);
  const names = await namesOf(server, cookie);
  for (const name of names.slice(0, warmUpMessages)) await open(server, cookie, name);
  const measured = names.slice(warmUpMessages);
  const [first, again]: [number[], number[]] = [[], []];
  for (const name of measured) first.push(await open(server, cookie, name));
  // The server still has the messages that were opened last in its cache.
  for (const name of measured.slice(-50)) again.push(await open(server, cookie, name));

  const results = Object.entries({ "the first time": first, "right after": again }).map(([title, times]) => ({
    title,
    ...spread(times),
  }));
  printTable(
    `Opening a message with ${settings.kilobytes} KB of HTML, ms`,
    ["", "p50", "p95", "max"],
    results.map(({ title, p50, p95, max }) => [title, round(p50), round(p95), round(max)]),
  );
  printGoals([{ what: "p95 of opening a message", value: results[0]?.p95 ?? Number.NaN, below: 60 }]);
  await saveResult("open", { settings, results });
  return true;
}

async function namesOf({ url }: Mayfly, cookie: string): Promise<string[]> {
  const input = { doctype, limit_page_length: 1000, order_by: "creation asc" };
  return (await call({ url, cookie }, resource.list, input)).data.map(({ name }) => String(name));
}

async function open({ url }: Mayfly, cookie: string, name: string): Promise<number> {
  const begin = performance.now();
  const { docs } = await call({ url, cookie }, load.getdoc, { doctype, name });
  const milliseconds = performance.now() - begin;
  if (docs[0]?.rendering !== "html" || !String(docs[0].content).includes("the end"))
    throw new Error(`${name} was not shown`);
  return milliseconds;
}

/** A typical newsletter: nested tables, styles in the head and on each element, an image and links in each part. */
function newsletter(no: number, to: string, kilobytes: number): string {
  const head =
    "<style>.card{width:100%}a:hover{color:#0a7266}@media (max-width:600px){.card{display:block;background:url(https://images.example/bg.png)}}</style>";
  const cards: string[] = [];
  for (let at = 0, length = head.length; length < kilobytes * 1024; at += 1) {
    const card =
      `<table class="card" width="600" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 auto"><tr>\r\n` +
      `<td style="padding:16px;font-family:Arial,sans-serif;font-size:14px;line-height:1.5;color:#333333">\r\n` +
      `<img src="https://images.example/${no}/${at}.png?w=560" width="560" alt="Picture ${at}" style="display:block">\r\n` +
      `<h2 style="margin:0;font-size:20px">Offer ${at} of letter ${no}</h2><p style="margin:8px 0">Some <b>words</b> on it, &amp; more.</p>\r\n` +
      `<a href="https://shop.example/item/${at}?letter=${no}&amp;utm_source=mail" style="color:#ffffff;background-color:#0a7266">Have a look</a>\r\n` +
      "</td></tr></table>\r\n";
    cards.push(card);
    length += card.length;
  }
  return [
    "From: Shop <letters@elsewhere.example>",
    `To: ${to}`,
    `Subject: Letter ${no}`,
    "MIME-Version: 1.0",
    "Content-Type: text/html; charset=utf-8",
    "",
    `<html><head>${head}</head><body bgcolor="#f4f4f4">${cards.join("")}<p>the end</p></body></html>`,
    "",
  ].join("\r\n");
}
