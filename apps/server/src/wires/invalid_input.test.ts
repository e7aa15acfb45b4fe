import {
  type Contract,
  contracts,
  email,
  inbox,
  resource,
  resources,
  session,
  setting,
  texts,
} from "@mayfly/contracts";
import { expect, it } from "vitest";
import { z } from "zod";
import { tools } from "../mcp/tools.ts";
import { invalidInput } from "./invalid_input.ts";
import { vague } from "./issue_sentence.ts";

/** What is said of an input. */
function said(schema: z.core.$ZodType, input: unknown): string[] {
  const { error } = z.core.safeParse(schema, input, { reportInput: true });
  if (error === undefined) return [];
  const { message, further } = invalidInput(error);
  return [message, ...further];
}

it.each<[Contract, object, string[]]>([
  [resource.list, { limit_start: "-1" }, ["limit_start must be at least 0."]],
  [resource.list, { limit_start: "abc" }, ["limit_start must be a number."]],
  [resource.list, { limit_page_length: "20.5" }, ["limit_page_length must be a whole number."]],
  [inbox.download_attachment, { name: "a", part: "x" }, ["part must be a number."]],
  [email.toggle_email, { email: `${"a".repeat(320)}@` }, [texts.tooLong("Email", 320)]],
  [email.toggle_email, { email: ["a", "b"] }, ["email must be a text."]],
  [email.toggle_email, {}, ["Email is required"]],
  [email.toggle_email, { email: "a@b.example", action: "eat" }, ['action must be "activate", "deactivate" or "undo".']],
  [session.login, { usr: ["a"], pwd: 5 }, ["usr must be a text.", "pwd must be a text."]],
  [session.login, { usr: null }, [texts.emailRequired, texts.passwordRequired]],
  [setting.update_notification_preferences, { preferences: "Emails" }, ["preferences must be a list."]],
  [
    resources.emails.wait,
    { id: "a", timeout: 61, count: 0 },
    ["timeout must be at most 60.", "count must be at least 1."],
  ],
  [resources.emails.wait, { id: "a", match: { from: 5 } }, ["match.from must be a text or an object."]],
  [resources.emails.wait, { id: "a", match: { from: "" } }, ["match.from must not be empty."]],
  [resources.emails.wait, { id: "a", match: { from: { equals: 5 } } }, ["match.from.equals must be a text."]],
  [resources.emails.wait, { id: "a", match: { from: { is: "b" } } }, ["match.from.equals is required."]],
  [
    resources.emails.wait,
    { id: "a", since: 5 },
    ["Give a time such as 2026-11-28T09:30:00.123Z, or the id of a message."],
  ],
  [resources.emails.create, { expires_in: 1e300 }, ["expires_in must be at most 31536000."]],
  [resources.emails.create, { expires_in: -1e300 }, ["expires_in must be at least 60."]],
  [resources.emails.create, { expires_in: 59.5 }, ["expires_in must be a whole number."]],
  [resources.emails.create, { run: " " }, ["run must not be empty."]],
  [resource.list, { limit_start: 1e300 }, ["limit_start must be at most 10000000."]],
  [resources.emails.create, { run: "a b" }, ["A label may contain only letters, digits and . _ : / @ -"]],
  [
    resources.messages.ack,
    { id: "a", claim: "x" },
    ["claim must be an id, such as 0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a."],
  ],
  [resources.emails.wait, { id: "a", match: { header: { name: "X-None" } } }, ["match.header.value is required."]],
  [
    resources.messages.list,
    { include: "text,nothing" },
    ['include must be "text", "shown_text", "html", "codes" or "links".'],
  ],
  [resources.messages.list, { include: "" }, ['include must be "text", "shown_text", "html", "codes" or "links".']],
  [resources.messages.update, { id: "a" }, ["seen is required."]],
  [resources.messages.update, { id: "a", seen: 1, more: 1 }, ["seen must be true or false.", "Unknown field: more"]],
])("says what is wrong with each field, and nothing else: %#", ({ input, wire }, given, texts) => {
  expect(said(input, { ...(wire === "frappe" && { doctype: "Email" }), ...given })).toEqual(texts);
});

it("names the path of each invalid field", () => {
  const { error } = session.login.input.safeParse({ usr: 5 }, { reportInput: true });
  expect(invalidInput(error as z.core.$ZodError).problems).toEqual([
    { path: ["usr"], text: "usr must be a text." },
    { path: ["pwd"], text: texts.passwordRequired },
  ]);
});

/** Every input that comes from outside, by its name. */
const inputs: [name: string, schema: z.core.$ZodType][] = [
  ...Object.values<Record<string, Contract>>({ ...contracts, ...resources }).flatMap((calls) =>
    Object.values(calls).map(({ verb, path, input }): [string, z.core.$ZodType] => [`${verb} ${path}`, input]),
  ),
  ...tools.map(({ name, input }): [string, z.core.$ZodType] => [name, input]),
];

/** A schema and all that it is made of. */
function partsOf(schema: z.core.$ZodType, found = new Set<z.core.$ZodType>()): Set<z.core.$ZodType> {
  if (found.has(schema)) return found;
  // What changes a value gets only what the schema before it lets through.
  if (!["transform", "never"].includes(schema._zod.def.type)) found.add(schema);
  const { checks: _, ...def } = schema._zod.def as unknown as Record<string, unknown>;
  for (const value of Object.values(def)) {
    for (const one of inside(value)) if (isSchema(one)) partsOf(one, found);
  }
  return found;
}
const inside = (value: unknown): unknown[] =>
  isSchema(value) ? [value] : typeof value === "object" && value !== null ? Object.values(value) : [];
const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === "object" &&
  value !== null &&
  "_zod" in value &&
  "def" in (value._zod as object) &&
  "parse" in (value._zod as object);

const long = "a".repeat(100_000);
const wrong: unknown[] = [
  ...[
    undefined,
    null,
    true,
    "",
    " ",
    "x",
    "a b\n",
    long,
    "x@",
    "1.5",
    0,
    -1,
    1.5,
    1e15,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ],
  ...[
    [],
    [1],
    ["x"],
    Array(2_000).fill("x"),
    {},
    { x: 1 },
    { equals: 5 },
    "[]",
    "{}",
    "http://",
    "2026-13-45",
    new Date(),
  ],
];
const english = z.locales.en().localeError;
const libraryWords = /\b(expected|received|string|int|pattern|input|Unrecognized|Too (small|big))\b/i;

it("has a sentence of its own for whatever can be wrong with an input, on every wire (row Q10)", () => {
  const unclear = new Set<string>();
  let seen = 0;
  for (const [name, schema] of inputs) {
    for (const part of partsOf(schema)) {
      for (const value of wrong) {
        const { error } = z.core.safeParse(part, value, { reportInput: true });
        if (error === undefined) continue;
        for (const issue of error.issues) {
          seen += 1;
          const standard = english(issue as z.core.$ZodRawIssue);
          const library = typeof standard === "string" ? standard : standard?.message;
          const isUnclear =
            issue.message.endsWith(vague) || issue.message === library || libraryWords.test(issue.message);
          if (isUnclear) unclear.add(`${name}: ${issue.code} ${String(value).slice(0, 20)}: ${issue.message}`);
        }
        for (const text of said(part, value)) if (text.endsWith(vague)) unclear.add(`${name}: ${text}`);
      }
    }
  }
  expect([...unclear].slice(0, 40)).toEqual([]);
  expect(seen).toBeGreaterThan(10_000);
});
