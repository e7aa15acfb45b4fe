import { pino } from "pino";
import { expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { descriptorLimit, fitConnections } from "./descriptors.ts";

const fitted = (settings: Record<string, string>, limit: number | undefined) => {
  const lines: { msg: string; limit: number; needed: number }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const given = readConfig(settings);
  const config = fitConnections(given, limit, log);
  return { given, config, lines };
};

it("leaves the settings as they are where the limit allows their connections, or is not known", () => {
  for (const limit of [undefined, 20_000]) {
    const { given, config, lines } = fitted({}, limit);
    expect(config).toBe(given);
    expect(lines).toEqual([]);
  }
});

it("says what the limit should be, and lets in as many as it allows (row Z15)", () => {
  const { config, lines } = fitted({}, 256);
  expect(lines).toMatchObject([
    {
      ...{ level: 40, limit: 256, needed: 9_410 },
      msg: "the limit of open files is too low for the connections that the settings allow: it should be 9410",
    },
  ]);
  const clients = config.HTTP_MAX_CONNECTIONS + 2 * config.SMTP_MAX_CONNECTIONS;
  expect(clients).toBeLessThan(256 / 2);
  expect(config.SMTP_MAX_CONNECTIONS).toBeGreaterThanOrEqual(8);
  // What a process does not serve takes nothing away.
  expect(fitted({ ROLES: "smtp" }, 4_096).config.SMTP_MAX_CONNECTIONS).toBeGreaterThan(1_800);
  expect(fitted({ ROLES: "web" }, 5_500).lines).toEqual([]);
});

it("knows the limit of this process", () => {
  const limit = descriptorLimit();
  if (process.platform === "linux") expect(limit).toBeGreaterThan(100);
  else expect(limit).toBeUndefined();
});
