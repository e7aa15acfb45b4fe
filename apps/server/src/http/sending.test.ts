import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import { setImmediate as settle } from "node:timers/promises";
import { load, plan, requestOf, session } from "@mayfly/contracts";
import type { FastifyReply } from "fastify";
import { expect, it, vi } from "vitest";
import { Refusal } from "../refusal.ts";
import { storedMessage } from "../testing/messages.ts";
import { sharedApp, type TestMember } from "../testing/test_app.ts";
import { limitTime, openMemoryBudget } from "./sending.ts";

const app = sharedApp({ TRUST_PROXY: "127.0.0.1" });

const megabytes = 1024 * 1024;

/** A connection, and a function that makes the next answer on it. */
function answers() {
  const socket = new PassThrough();
  const next = () => ({ raw: new PassThrough(), request: { socket } }) as never as FastifyReply;
  return { socket, next };
}

it("limits the time to read an answer by its size, counted from its turn on the connection", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const [small, large] = [answers(), answers()];
    limitTime(small.next(), 10);
    limitTime(large.next(), 25 * megabytes);
    vi.advanceTimersByTime(2 * 60_000);
    expect(small.socket.destroyed).toBe(true);
    vi.advanceTimersByTime(18 * 60_000);
    expect(large.socket.destroyed).toBe(false);
    vi.advanceTimersByTime(5 * 60_000);
    expect(large.socket.destroyed).toBe(true);
    // The time of an answer that waits for earlier ones starts when its turn comes.
    const third = answers();
    const waiting = third.next();
    Object.assign(waiting.raw, { socket: null });
    limitTime(waiting, 10);
    vi.advanceTimersByTime(10 * 60_000);
    expect(third.socket.destroyed).toBe(false);
    waiting.raw.emit("socket", third.socket);
    vi.advanceTimersByTime(2 * 60_000);
    expect(third.socket.destroyed).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

it("leaves room for another company, for small answers and for the largest message", () => {
  const reserveMemory = openMemoryBudget(25 * megabytes);
  const { next } = answers();
  let companies = 0;
  for (; companies < 20; companies += 1) {
    try {
      for (;;) reserveMemory(next(), `company ${companies}`, megabytes / 8);
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
    }
  }
  reserveMemory(next(), "another", megabytes / 8);
  for (let count = 0; count < 10_000; count += 1) reserveMemory(next(), "company 0", 60_000);
  openMemoryBudget(200 * megabytes)(next(), "a", 200 * megabytes);
});

it("frees the room of answers that were sent or whose connection closed", async () => {
  const reserveMemory = openMemoryBudget(megabytes);
  const [first, second] = [answers(), answers()];
  const [left, lost] = [first.next(), second.next()];
  // Node emits "close" on the answer that is being sent when its connection closes.
  second.socket.on("close", () => lost.raw.emit("close"));
  for (const reply of [left, lost]) reserveMemory(reply, "a", 25 * megabytes);
  expect(() => reserveMemory(first.next(), "a", 25 * megabytes)).toThrow(Refusal);
  left.raw.destroy();
  await settle();
  reserveMemory(first.next(), "a", 25 * megabytes);
  expect(() => reserveMemory(first.next(), "a", 25 * megabytes)).toThrow(Refusal);
  second.socket.destroy();
  await settle();
  reserveMemory(first.next(), "a", 25 * megabytes);
  reserveMemory(second.next(), "b", 50 * megabytes);
  expect(() => reserveMemory(first.next(), "a", 25 * megabytes)).toThrow(Refusal);
  // One listener for each of the two answers that still wait on it.
  expect(first.socket.listenerCount("close")).toBe(2);
  expect(second.socket.listenerCount("close")).toBe(1);
});

it("refuses a company more large answers while it leaves earlier ones unread (threat 49)", async () => {
  const [slow, other] = [await app.member("Administrator"), await app.member("Administrator")];
  // Each quotation mark becomes six characters in the answer (&quot;).
  const raw = `Content-Type: text/plain\r\n\r\n${`${'"'.repeat(998)}\r\n`.repeat(990)}`;
  const messageOf = async (owner: TestMember) => {
    const name = await storedMessage(app, owner, await app.address(owner), { raw });
    return requestOf(load.getdoc, { doctype: "Customer Inbox", name }).path;
  };
  const message = await messageOf(slow);
  using timers = vi.spyOn(globalThis, "setTimeout");
  const unread: IncomingMessage[] = [];
  do {
    const [answer] = await once(get(app.url + message, { headers: { cookie: slow.cookie }, agent: false }), "response");
    unread.push(answer);
  } while (unread.at(-1)?.statusCode === 200 && unread.length < 12);
  expect(unread.length).toBeGreaterThan(5);
  const refused = unread.at(-1);
  expect([refused?.statusCode, refused?.headers["retry-after"]]).toEqual([429, "10"]);
  expect((await slow.call(plan.get_stats)).status).toBe(200);
  expect((await other.fetch(await messageOf(other))).status).toBe(200);
  // Runs the timer of one of them, which would fire some minutes later.
  const [over] = timers.mock.calls.find(([, milliseconds]) => Number(milliseconds) > 5 * 60_000) ?? [];
  over?.();
  await expect.poll(async () => (await slow.fetch(message)).status).toBe(200);
  for (const answer of unread) answer.destroy();
});

it("limits the bytes of request bodies that are read at once from one network (threat 48)", async () => {
  const { port } = new URL(app.url);
  const answers: string[] = [];
  const begin = (from: string) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("data", (data) => answers.push(data.toString().slice(9, 12)));
    const head = ["POST /api/method/login HTTP/1.1", "Host: x", `X-Forwarded-For: ${from}`];
    const body = ["Content-Type: application/json", "Content-Length: 100000"];
    socket.write(`${[...head, ...body].join("\r\n")}\r\n\r\n`);
    return socket;
  };
  const sockets = Array.from({ length: 600 }, () => begin("192.0.2.1"));
  await expect.poll(() => answers.length).toBeGreaterThan(20);
  expect(new Set(answers)).toEqual(new Set(["429"]));
  const login = { usr: "a@b.example", pwd: "x".repeat(200), padding: "x".repeat(90_000) };
  const loginFrom = (from: string) => app.guest.call(session.login, login, { "x-forwarded-for": from });
  expect((await loginFrom("192.0.2.1")).status).toBe(429);
  expect((await loginFrom("192.0.2.2")).status).toBe(401);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await loginFrom("192.0.2.1")).status).toBe(401);
});
