import { apiClient } from "@mayfly/server/testing/api_client";
import { SmtpClient } from "@mayfly/server/testing/smtp_client";
import { sharedApp } from "@mayfly/server/testing/test_app";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { mayflyTasks } from "./cypress.ts";
import type { MessageData } from "./resources.ts";

const app = sharedApp({ ROLES: "web,smtp" });

type Commands = Record<string, (...args: unknown[]) => Promise<unknown>>;
const commands: Commands = {};
const timeouts: number[] = [];
let key: string;

/** As between Cypress's browser and its own process: only JSON passes, and a task must not answer undefined. */
beforeAll(async () => {
  key = (await apiClient(app, await app.member("Administrator"))).key;
  const tasks = mayflyTasks({ url: app.url, key }) as unknown as Commands;
  const pass = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
  vi.stubGlobal("cy", {
    async task(name: string, argument: unknown, { timeout }: { timeout: number }) {
      timeouts.push(timeout);
      const answer = await tasks[name]?.(pass(argument));
      if (answer === undefined) throw new Error(`The task ${name} returned undefined`);
      return pass(answer);
    },
  });
  vi.stubGlobal("Cypress", {
    Commands: { add: (name: string, command: Commands[string]) => (commands[name] = command) },
  });
  await import("./cypress_commands.ts");
});
afterAll(() => void vi.unstubAllGlobals());

const run = <Answer>(name: string, ...args: unknown[]) => commands[name]?.(...args) as Promise<Answer>;

it("tests a sign-up by six commands, and keeps the key out of the browser (row S02, threat 57)", async () => {
  expect(Object.keys(commands).sort()).toEqual([
    ...["mayflyCreate", "mayflyEnd", "mayflyHtml", "mayflyMessages", "mayflyWait", "mayflyWaitForNone"],
  ]);
  const address = await run<string>("mayflyCreate", { reason: "sign-up" });
  expect(await run("mayflyWaitForNone", address, { timeout: 0 })).toBeNull();
  await using smtp = await SmtpClient.open(app.smtpPort);
  const text = "Subject: Your code\r\nContent-Type: text/html\r\n\r\n<b>Your code is 482913</b>\r\n";
  await smtp.send(address, text);
  const message = await run<MessageData>("mayflyWait", address, { subject: "code", timeout: 20 });
  expect(message).toMatchObject({ code: "482913", subject: "Your code" });
  expect(await run("mayflyHtml", message.id)).toContain("<b>Your code is 482913</b>");
  const listed = await run<MessageData[]>("mayflyMessages", address);
  expect(listed.map(({ id }) => id)).toEqual([message.id]);
  expect(await run("mayflyEnd", address)).toBeNull();
  expect(await run("mayflyCreate")).toContain("@mayfly.test");
  // Each has its own time, which is longer than its wait.
  expect(timeouts).toEqual([45_000, 45_000, 65_000, 45_000, 45_000, 45_000, 45_000]);
  expect(JSON.stringify([message, listed])).not.toContain(key);
});

it("fails a test with the explanation", async () => {
  const address = await run<string>("mayflyCreate");
  await expect(run("mayflyWait", address, { subject: "Reset", timeout: 0 })).rejects.toThrow(
    /^NothingArrived: No mail with subject 'Reset' came to .* within 0 s.\nNo mail has arrived for/,
  );
});
