import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, it, onTestFinished, vi } from "vitest";
import { Parser } from "./parser.ts";

const mail = (subject: string) => Buffer.from(`Subject: ${subject}\r\n\r\nBody`);
/** The parser takes seconds to read this, line by line, on any machine, and some 100 MB. */
const slow = Buffer.from(`\r\n${"\r\n".repeat(8_000_000)}`);

const render = async (parser: Parser, raw: Buffer, company = "company") => {
  const parsed = await parser.read("render", company, async () => raw);
  return "value" in parsed ? parsed.value.content : parsed.failure;
};

it("answers each of many concurrent messages with its own summary", async () => {
  const parser = new Parser({ milliseconds: 60_000, memoryMegabytes: 256 }, "key");
  const subjects = Array.from({ length: 300 }, (_, no) => `no ${no}`);
  const summaries = await Promise.all(subjects.map((subject) => parser.summarise(mail(subject), "company")));
  expect(summaries.map((summary) => summary.subject)).toEqual(subjects);
  await parser.close();
});

it("starts to read once enough messages wait, or when it is told to go on", async () => {
  let alone = false;
  const isWorthwhile = (messages: number) => alone || messages >= 3;
  const parser = new Parser({ milliseconds: 60_000, memoryMegabytes: 256 }, "key", isWorthwhile);
  const started = vi.fn();
  process.once("worker", started);
  const read = (subject: string) => parser.summarise(mail(subject), "company");
  const two = [read("a"), read("b")];
  await turn();
  await turn();
  expect(started).not.toHaveBeenCalled();
  const three = await Promise.all([...two, read("c")]);
  expect(three.map(({ subject }) => subject)).toEqual(["a", "b", "c"]);

  const last = read("d");
  await turn();
  alone = true;
  parser.goOn();
  expect((await last).subject).toBe("d");
  await parser.close();
});

/** Waits until the next thread that starts is ready for its messages. */
const nextThread = async () => once((await once(process, "worker"))[0], "message");

it("gives up on a message that takes too long, and reads the next (threat 15)", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const parser = new Parser({ milliseconds: 1000, memoryMegabytes: 256 }, "key");
    const [lost, next] = [render(parser, slow), render(parser, mail("next"))];
    await nextThread();
    // The quick thread gives up. The slow thread reads the waiting message first, and then gives up too.
    let [read, given] = ["", ""];
    void next.then((text) => {
      read = text;
    });
    await expect.poll(() => [vi.advanceTimersByTime(200), read].at(-1)).toContain("Body");
    void lost.then((failure) => {
      given = failure;
    });
    await expect.poll(() => [vi.advanceTimersByTime(500), given].at(-1)).toBe("too_slow");
    expect(await render(parser, mail("after"))).toContain("Body");
    await parser.close();
  } finally {
    vi.useRealTimers();
  }
});

it("gives a message its time on a machine that leaves the thread none of it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const parser = new Parser({ milliseconds: 5000, memoryMegabytes: 256 }, "key");
  const ready = nextThread();
  const summary = parser.summarise(mail("late"), "company");
  await ready;
  vi.advanceTimersByTime(2000);
  vi.useRealTimers();
  expect(await summary).toMatchObject({ subject: "late", preview: "Body" });
  await parser.close();
});

it("answers each caller with their own message, however long another one takes to load", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const parser = new Parser({ milliseconds: 1000, memoryMegabytes: 256 }, "key");
  const ready = nextThread();
  parser.prepare();
  const text = async (company: string) => {
    const load = async () => {
      // While the first message loads, the thread becomes ready, and a deadline that started then would expire.
      await ready;
      vi.advanceTimersByTime(1000);
      return Buffer.from(`\r\n${company}`);
    };
    const parsed = await parser.read("text", company, load);
    return "value" in parsed ? parsed.value.text : parsed.failure;
  };
  const texts = await Promise.all([text("aaaa"), text("bbbb")]).finally(() => vi.useRealTimers());
  expect(texts).toEqual(["aaaa", "bbbb"]);
  await parser.close();
});

it("loads only the next message, and only once, while it reads one", async () => {
  const parser = new Parser({ milliseconds: 60_000, memoryMegabytes: 256 }, "key");
  const events: string[] = [];
  const text = async (company: string) => {
    const load = async () => {
      events.push(`load ${company}`);
      return Buffer.from(`\r\n${company}`);
    };
    const parsed = await parser.read("text", company, load);
    events.push(`read ${"value" in parsed ? parsed.value.text : parsed.failure}`);
  };
  await Promise.all(["a", "b", "c"].map(text));
  expect(events).toEqual(["load a", "load b", "read a", "load c", "read b", "read c"]);
  await parser.close();
});

it("lets messages that take too long delay only the company that opens them", async () => {
  const parser = new Parser({ milliseconds: 1000, memoryMegabytes: 256 }, "key");
  expect(await render(parser, mail("warm"))).toContain("Body");
  let done = 0;
  const hostile = Array.from({ length: 30 }, () => render(parser, slow, "hostile").then(() => (done += 1)));
  for (let no = 0; no < 10; no += 1) expect(await render(parser, mail("other"), "other")).toContain("Body");
  // The quick thread gave up on the first hostile message; all of them wait in the slow lane.
  expect(done).toBeLessThan(3);
  await parser.close();
  expect(hostile).toHaveLength(30);
});

it("summarises a message with too many parts by its headers, and one with too many headers", async () => {
  const parser = new Parser({ milliseconds: 5000, memoryMegabytes: 256 }, "key");
  const head = "From: Zo <zo@b.example>\r\nSubject: Parts\r\nContent-Type: multipart/mixed; boundary=b";
  const raw = Buffer.from(`${head}\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(50_000)}--b--`);
  expect(await parser.summarise(raw, "company")).toMatchObject({ sender: "Zo <zo@b.example>", subject: "Parts" });
  const long = Buffer.from(`Subject: Long\r\n${"X: y\r\n".repeat(200_000)}\r\nBody`);
  expect(await parser.summarise(long, "company")).toMatchObject({ subject: "Long", preview: "Body" });
  await parser.close();
});

it.each([600, 5000])("summarises a message to %i recipients like any other", async (count) => {
  const parser = new Parser({ milliseconds: 60_000, memoryMegabytes: 256 }, "key");
  const to = Array.from({ length: count }, (_, no) => `Recipient <recipient.${no}@example.com>`).join(",\r\n ");
  const head = `To: ${to}\r\nFrom: Zo <zo@b.example>\r\nSubject: To\r\n all\r\nContent-Type: text/html`;
  expect(await parser.summarise(Buffer.from(`${head}\r\n\r\n<p>Your code is 482913`), "company")).toEqual({
    sender: "Zo <zo@b.example>",
    subject: "To all",
    preview: "Your code is 482913",
    code: "482913",
    has_attachment: false,
  });
  await parser.close();
});

it("copies only the part of a large message that it reads to the thread", async () => {
  const parser = new Parser({ milliseconds: 20_000, memoryMegabytes: 64 }, "key");
  const large = Buffer.concat([mail("large"), Buffer.alloc(20_000_000, "x")]);
  await parser.summarise(mail("warm"), "company");
  const before = process.memoryUsage().rss;
  await Promise.all(Array.from({ length: 40 }, () => parser.summarise(large, "company")));
  // Forty copies of the whole message would be 800 MB.
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  await parser.close();
});

it("survives a message that needs too much memory, and tries it only once", async () => {
  // A busy machine must not take so long that the message is first given up as too slow.
  // Far less than the message needs, and far more than an ordinary one.
  const parser = new Parser({ milliseconds: 300_000, memoryMegabytes: 64 }, "key");
  const started = vi.fn();
  process.on("worker", started);
  expect(await render(parser, slow)).toBe("too_large");
  // The message ends one thread, and is not tried again in another.
  expect(started).toHaveBeenCalledTimes(1);
  process.off("worker", started);
  expect(await render(parser, mail("next"))).toContain("Body");
  await parser.close();
});

it("starts no thread once it is closed, even if it learns then that one took too long", async () => {
  const asked = Promise.withResolvers<NodeJS.CpuUsage>();
  const usage = vi.spyOn(Worker.prototype, "cpuUsage").mockReturnValue(asked.promise);
  const started = vi.fn();
  onTestFinished(() => {
    process.off("worker", started);
    usage.mockRestore();
  });
  const parser = new Parser({ milliseconds: 50, memoryMegabytes: 256 }, "key");
  const hostile = ["a", "b"].map((company) => render(parser, slow, company));
  await vi.waitFor(() => expect(usage).toHaveBeenCalled(), { timeout: 300_000 });
  await parser.close();
  process.on("worker", started);
  asked.resolve({ user: 1e9, system: 0 });
  hostile.push(render(parser, mail("late")));
  for (let turns = 0; turns < 10; turns += 1) await turn();
  expect(started).not.toHaveBeenCalled();
  expect(await Promise.race([...hostile, turn("waiting")])).toBe("waiting");
});

it("gives up what takes too long to index, and the other mail of its company, until it is patient", async () => {
  const parser = new Parser({ milliseconds: 500, memoryMegabytes: 256 }, "key");
  const row = { sender: "", subject: "", recipients: "", code: "" };
  const index = async (raw: Buffer, company: string, isPatient = false) => {
    const parsed = await parser.index(company, raw, row, isPatient);
    return "value" in parsed ? parsed.value : parsed.failure;
  };
  const all = await Promise.all([index(slow, "slow"), index(mail("a"), "slow"), index(mail("b"), "quick")]);
  expect(all).toEqual(["too_slow", "too_slow", "body"]);
  expect(await index(mail("c"), "slow", true)).toBe("body");
  await parser.close();
});
