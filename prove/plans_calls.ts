import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Contract, inboxPage, reportview, resource, resources, webhook } from "@mayfly/contracts";
import type { Answer, Caller, TestApp } from "@mayfly/server/testing/test_app";
import { atEnd } from "../bench/cleanup.ts";
import { rows } from "./companies_matrix.ts";
import { furnishedCompany } from "./furnished_company.ts";
import { busyAddress } from "./plans_data.ts";

/** A server as the tests see it. */
export type App = Pick<TestApp, "rootDb" | "clock" | "guest">;

const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** A server on loopback that answers webhooks, and has the images of mail. @returns its URL */
export async function startReceiver(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.end(png);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const searches = [
  "common ",
  "u700 ",
  "absent ",
  "w7 ",
  "w7 w8 ",
  '"shared text"',
  "from:sender7 newer_than:30d",
  "from:nobody",
  "code:123456",
  "has:attachment",
  "com",
  "w",
  "absent w",
  "領収書",
  "領",
  "書",
  "common -order",
  "-common",
  "-absent",
  "is:unread",
  "is:read before:2001-01-01",
  "larger:999999999",
  "run:ci/7 common",
  "tag:smoke-7 common",
  "tag:absent",
  "to:large",
  Array.from({ length: 25 }, (_, at) => `w${at}`).join(" OR "),
  Array.from({ length: 50 }, (_, at) => `-w${at}`).join(" "),
];

const mail = { doctype: "Customer Inbox" };
const addresses = { doctype: "Email" };
const like = "%no such text%";

/** Lists and searches as people and programs ask for them, and as nobody should. */
const lists: [Contract, Record<string, unknown>][] = [
  ...searches.map((q): [Contract, Record<string, unknown>] => [resources.messages.list, { q }]),
  [resources.messages.list, { limit: 100, include: "text,html,links" }],
  [resources.emails.list, {}],
  [resources.emails.list, { domain: "absent.example" }],
  [resources.emails.list, { domain: "mayfly.test", is_active: false }],
  [resources.emails.list, { run: "ci/7" }],
  [resources.emails.list, { run: "absent" }],
  [resources.emails.list, { tag: "smoke-7" }],
  [resources.emails.list, { tag: "common" }],
  [resources.emails.list, { tag: "absent" }],
  [reportview.get, inboxPage(undefined, 0)],
  [reportview.get, inboxPage(undefined, 900)],
  [reportview.get_count, mail],
  [reportview.get_count, { ...mail, filters: [["subject", "like", like]] }],
  [reportview.get_count, { ...mail, filters: [["mail_from", "!=", "sender@elsewhere.example"]] }],
  [reportview.get, { ...mail, filters: [["preview", "like", like]] }],
  [resource.list, { ...mail, order_by: "subject" }],
  [resource.list, { ...mail, order_by: "creation desc" }],
  [reportview.get, { ...mail, order_by: "modified asc", start: 10_000_000 }],
  [reportview.get, { ...mail, order_by: "modified desc", start: 5_000, page_length: 1_000 }],
  [resource.list, { ...addresses, fields: '["*"]', order_by: "creation desc", limit_page_length: 10 }],
  [resource.list, { ...addresses, filters: JSON.stringify([["reason", "like", like]]) }],
  [resource.list, { ...addresses, filters: JSON.stringify([["tags", "=", "smoke-7"]]), order_by: "creation desc" }],
  [resource.list, { ...addresses, filters: JSON.stringify([["run", "=", "absent"]]), order_by: "creation desc" }],
  [reportview.get_count, { ...addresses, filters: [["tags", "=", "absent"]] }],
  [resource.list, { ...addresses, order_by: "reason", limit: 1_000 }],
  [reportview.get, { doctype: "Notification Log", fields: '["*"]', order_by: "creation desc", page_length: 20 }],
  [reportview.get, { doctype: "Notification Log", filters: [["email_content", "like", like]] }],
];

/** What is asked of one address with much mail. */
const ofBusyAddress: [Contract, Record<string, unknown>][] = [
  [reportview.get, inboxPage(busyAddress, 0)],
  [reportview.get, inboxPage(busyAddress, 900)],
  [reportview.get, inboxPage(busyAddress, 20_000)],
  [reportview.get_count, { ...mail, filters: [["recipients", "=", busyAddress]] }],
  [resources.messages.list, { q: `in:${busyAddress} w7` }],
  ...(["messages", "attempts", "latest", "count"] as const).map((name): [Contract, Record<string, unknown>] => [
    resources.emails[name],
    { id: busyAddress },
  ]),
  [resources.emails.wait, { id: busyAddress, timeout: 0, claim: true, count: 10 }],
  [resources.emails.wait, { id: busyAddress, timeout: 0, claim: true, match: { from: "sender" } }],
  [resources.emails.wait, { id: busyAddress, timeout: 0, match: { subject: "absent" } }],
  [resources.emails.wait, { id: busyAddress, timeout: 0, match: { contains: "absent" } }],
  [resources.emails.wait, { id: busyAddress, timeout: 0, match: { from: "absent" }, expect: "none" }],
];

/** Who calls, in a company with things of the caller's own. */
export interface As {
  company: string;
  role: "Administrator" | "Member";
}

const isDone = ({ status }: Answer) => status >= 200 && status < 300;

/** Makes every call of the contracts, and the lists. @returns the calls that were carried out */
export async function makeCalls(app: App, image: string, { company, role }: As): Promise<Set<string>> {
  const done = new Set<string>();
  for (const { name, contract, row } of rows) {
    if (row === undefined) throw new Error(`${name} has no row in the matrix`);
    // What one call ends or deletes, the next one finds new.
    const own = await furnishedCompany(app, `${image}${name}.png`, { company });
    const person = role === "Administrator" ? own.administrator : own.member;
    const by: Pick<Caller, "call"> = contract.wire === "rest" ? person.program : person;
    for (const input of row.own ? [row.own(own)] : [row.input(own, own)].flat()) {
      const once = contract.verb === "POST" && contract.wire === "rest" && { "idempotency-key": crypto.randomUUID() };
      const answer = await by.call(contract, input, once || {});
      // What only a mail or a name server could prove is asked for in vain.
      if (isDone(answer) || (row.proof === "nothing" && answer.status < 500)) done.add(name);
    }
  }
  const {
    administrator,
    member,
    message,
    openMessage,
    webhook: hook,
  } = await furnishedCompany(app, `${image}lists.png`, { company });
  const person = role === "Administrator" ? administrator : member;
  const read = role === "Administrator" ? message : openMessage;
  for (const enable of [false, true]) {
    await administrator.call(webhook.enable_disable_webhook, { webhook_name: hook, enable });
  }
  for (const seen of [true, false]) await person.program.call(resources.messages.update, { id: read, seen });
  for (const [contract, input] of [...lists, ...ofBusyAddress]) {
    const by: Pick<Caller, "call"> = contract.wire === "rest" ? person.program : person;
    const { body } = await by.call(contract, input);
    if (typeof body.next_cursor === "string") await by.call(contract, { ...input, cursor: body.next_cursor });
  }
  return done;
}
