import { expect, it, vi } from "vitest";
import { openLog } from "./log.ts";

it("says of each outage once in ten seconds what it is, whoever meets it (row Z15)", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const lines: object[] = [];
    const log = openLog({ base: null, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line)) });
    const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const full = Object.assign(new Error("No space left on device"), { code: "53100" });
    const request = log.child({ reqId: "1" });
    request.error({ err: away }, "request failed");
    for (let no = 0; no < 50; no += 1) log.warn({ err: away, no }, "webhooks are not delivered");
    log.error({ err: away, leftOut: 7 }, "message cannot be stored");
    log.error({ err: full }, "message cannot be stored");
    for (const at of [1, 2]) log.error({ outage: "the relay is away", at }, "a job has failed");
    vi.advanceTimersByTime(10_000);
    request.error({ err: away }, "request failed");
    const said = (msg: string, outage: string, leftOut: number) =>
      expect.objectContaining({ msg, outage, leftOut, level: 50 });
    expect(lines).toEqual([
      said("request failed", "the database is away", 0),
      said("message cannot be stored", "the disk takes no more", 0),
      said("a job has failed", "the relay is away", 0),
      said("request failed", "the database is away", 58),
    ]);
    expect(lines.at(-1)).toMatchObject({ reqId: "1", err: { message: "connect ECONNREFUSED" } });
  } finally {
    vi.useRealTimers();
  }
});

it("leaves out nothing else: faults of ours, and what is no error", () => {
  const lines: string[] = [];
  const log = openLog({ base: null }, { write: (line) => void lines.push(JSON.parse(line).msg) });
  for (let no = 0; no < 3; no += 1) {
    log.error({ err: new Error("a bug") }, "a bug");
    log.info({ err: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) }, "told");
    log.warn("plain");
    log.error(new TypeError("bare"));
  }
  expect(lines).toEqual(Array(3).fill(["a bug", "told", "plain", "bare"]).flat());
});
