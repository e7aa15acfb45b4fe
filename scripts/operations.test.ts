import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, "..", file), "utf8");
const page = read("docs/operations.md");

it("lists every rate limit with its count and time, and no other", () => {
  const source = read("apps/server/src/limits/rate_limit.ts");
  const limits = [...source.matchAll(/^ {2}(\w+): \{ points: ([\d_]+), duration: ([\d_]+) \}/gm)].map(
    ([, name, points = "", duration = ""]) => [
      name,
      Number(points.replace("_", "")),
      Number(duration.replace("_", "")),
    ],
  );
  expect(limits.length).toBeGreaterThan(15);
  const units = { minute: 60, hour: 3600 };
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (\d+) [^|]+\| [^|]+ \| (\d+) (minute|hour)s? +\|$/gm)].map(
    ([, name, points, count, unit]) => [name, Number(points), Number(count) * units[unit as keyof typeof units]],
  );
  expect(rows).toEqual(limits);
});

it("explains every security event, and no other", () => {
  const source = read("apps/server/src/monitoring/security_log.ts");
  const [, union = ""] = /^export type SecurityEvent =([^;]+);/m.exec(source) ?? [];
  const events = [...union.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(events.length).toBeGreaterThan(10);
  const [, table = ""] = /### Security events\n([\s\S]+?)\n### /.exec(page) ?? [];
  const told = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) +\|/gm)].flatMap(([, names = ""]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(told.filter((name) => name !== "event").sort()).toEqual(events.sort());
});
