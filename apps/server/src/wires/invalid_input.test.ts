import { type Contract, email, inbox, resource, session, setting, texts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import type { z } from "zod";
import { invalidInput } from "./invalid_input.ts";

const wrong = (kind: string, got: string) => `Invalid input: expected ${kind}, received ${got}`;

it.each<[Contract, object, string[]]>([
  [resource.list, { limit_start: "-1" }, ["limit_start: Too small: expected number to be >=0"]],
  [resource.list, { limit_start: "abc" }, [`limit_start: ${wrong("number", "string")}`]],
  [resource.list, { limit_page_length: "20.5" }, [`limit_page_length: ${wrong("int", "number")}`]],
  [inbox.download_attachment, { name: "a", part: "x" }, [`part: ${wrong("number", "string")}`]],
  [email.toggle_email, { email: `${"a".repeat(320)}@` }, [texts.tooLong("Email", 320)]],
  [email.toggle_email, { email: ["a", "b"] }, [`email: ${wrong("string", "array")}`]],
  [email.toggle_email, {}, ["Email is required"]],
  [session.login, { usr: ["a"], pwd: 5 }, [`usr: ${wrong("string", "array")}`, `pwd: ${wrong("string", "number")}`]],
  [session.login, { usr: null }, [texts.emailRequired, texts.passwordRequired]],
  [setting.update_notification_preferences, { preferences: "Emails" }, [`preferences: ${wrong("array", "string")}`]],
])("names each invalid field and what is wrong with it, and nothing else: %#", ({ input }, given, texts) => {
  const { error } = input.safeParse({ doctype: "Email", ...given }, { reportInput: true });
  const { message, further } = invalidInput(error as z.core.$ZodError);
  expect([message, ...further]).toEqual(texts);
});

it("names the path of each invalid field", () => {
  const { error } = session.login.input.safeParse({ usr: 5 }, { reportInput: true });
  expect(invalidInput(error as z.core.$ZodError).problems).toEqual([
    { path: ["usr"], text: `usr: ${wrong("string", "number")}` },
    { path: ["pwd"], text: texts.passwordRequired },
  ]);
});
