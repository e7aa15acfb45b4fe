import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { deadline } from "../../clock.ts";
import { TooLate } from "../../mail/stored_messages.ts";
import { Parser } from "../../mail/threads/parser.ts";
import { Refusal } from "../../refusal.ts";
import { testApp } from "../../testing/test_app.ts";
import { openMessages } from "./messages.ts";

it("refuses to read a message that was deleted after it was found", async () => {
  await using app = await testApp();
  const { company } = await app.member("Member");
  const parser = new Parser({ milliseconds: 60_000, memoryMegabytes: 256 }, "key");
  const messages = openMessages({ rootDb: app.rootDb, imageKey: "key" } as never, parser);
  const gone = randomUUID();
  const answers = await Promise.allSettled([
    messages.read(gone, company),
    messages.text(gone, company),
    messages.headers(gone, company),
    messages.attachment(gone, company, 0),
    messages.raw(gone),
  ]);
  for (const answer of answers) expect(answer).toMatchObject({ status: "rejected", reason: expect.any(Refusal) });
  await parser.close();
});

it("waits for no message beyond the time of whoever asks, and reads none whose turn comes later", async () => {
  const loads: (() => Promise<unknown>)[] = [];
  const parser = {
    read: (_task: string, _company: string, load: () => Promise<unknown>) => {
      loads.push(load);
      return new Promise(() => {});
    },
  };
  const messages = openMessages({} as never, parser as never);
  const over = deadline(() => new Date(), 5);
  const given = { row: { sender: "", recipients: "", subject: "" }, words: {}, needed: {} } as never;
  const readings = [
    messages.text("source", "company", over),
    messages.shownText("source", "company", over),
    messages.html("source", "company", over),
    messages.searched("source", "company", given, over),
    messages.found("source", "company", given, over),
    messages.read("source", "company", over),
    messages.failures("source", "company", { contains: "a" }, over),
  ];
  for (const reading of await Promise.allSettled(readings)) {
    expect(reading).toMatchObject({ status: "rejected", reason: expect.any(TooLate) });
  }
  // The last two are shared with calls that ask the same.
  for (const load of loads.slice(0, 5)) await expect(load()).rejects.toThrow(TooLate);
});

it("caches a rendered message, but not that it took too long to read", async () => {
  const parsed = [{ failure: "too_slow" }, { value: { content: "Hello", attachments: [], action_links: [] } }];
  const parser = { read: async () => parsed.shift() } as never;
  const messages = openMessages({} as never, parser);
  expect(await messages.read("source", "company")).toMatchObject({ content: "", rendering: "too_slow" });
  expect(await messages.read("source", "company")).toMatchObject({ content: "Hello" });
  expect(await messages.read("source", "company")).toMatchObject({ content: "Hello" });
});

it("reads a message once for calls that ask the same of it, and again when it could not be read", async () => {
  const parsed = [{ failure: "too_slow" }, { value: [] }];
  const read = vi.fn(async () => parsed.shift() ?? { value: [{ criterion: "to", detail: "" }] });
  const messages = openMessages({} as never, { read } as never);
  expect(await messages.failures("source", "company", { contains: "a" })).toBeUndefined();
  const same = Array.from({ length: 30 }, () => messages.failures("source", "company", { contains: "a" }));
  expect(await Promise.all(same)).toEqual(Array(30).fill([]));
  expect(read).toHaveBeenCalledTimes(2);
  expect(await messages.failures("source", "company", { contains: "b" })).toHaveLength(1);
  expect(await messages.failures("other", "company", { contains: "a" })).toHaveLength(1);
  expect(read).toHaveBeenCalledTimes(4);
});

it("drops the oldest of very many short messages from the cache", async () => {
  const read = vi.fn(async () => ({ value: { content: "Hello", attachments: [], action_links: [] } }));
  const messages = openMessages({} as never, { read } as never);
  const many = 20_000;
  for (let source = 0; source < many; source += 1) await messages.read(String(source), "company");
  await messages.read(String(many - 1), "company");
  expect(read).toHaveBeenCalledTimes(many);
  await messages.read("0", "company");
  expect(read).toHaveBeenCalledTimes(many + 1);
});

it("delivers a message that is still being read when others fill the cache", async () => {
  const held = Promise.withResolvers<void>();
  const read = vi.fn(async (_task: string, company: string) => {
    if (company === "slow") await held.promise;
    return {
      value: { content: company === "slow" ? "Hello" : "x".repeat(8_000_000), attachments: [], action_links: [] },
    };
  });
  const messages = openMessages({} as never, { read } as never);
  const slow = messages.read("slow", "slow");
  for (const source of ["a", "b", "c"]) await messages.read(source, "company");
  held.resolve();
  expect(await slow).toMatchObject({ content: "Hello" });
});
