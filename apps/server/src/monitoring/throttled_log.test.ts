import { pino } from "pino";
import { expect, it, vi } from "vitest";
import { throttledLog } from "./throttled_log.ts";

it("logs the first error of a kind at once, and later ones every ten seconds, with the number left out", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const lines: object[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line)) });
    const failed = throttledLog(log, "failed");
    for (let no = 1; no <= 500; no += 1) failed({ no });
    vi.advanceTimersByTime(9_999);
    failed({ no: 501 });
    vi.advanceTimersByTime(1);
    failed({ no: 502 });
    throttledLog(log, "another")({});
    expect(lines).toEqual([
      { level: 50, no: 1, leftOut: 0, msg: "failed" },
      { level: 50, no: 502, leftOut: 500, msg: "failed" },
      { level: 50, leftOut: 0, msg: "another" },
    ]);
  } finally {
    vi.useRealTimers();
  }
});
