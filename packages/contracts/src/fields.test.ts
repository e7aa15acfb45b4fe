import { expect, it } from "vitest";
import { api_key } from "./api_key.ts";
import { email } from "./email.ts";
import { oneLine, requiredLine, website } from "./fields.ts";
import { profile } from "./profile.ts";
import { register } from "./register.ts";
import { Invitation } from "./team.ts";
import { emails } from "./v1/emails.ts";
import { WebhookForm } from "./webhook.ts";

it.each([
  ["", ""],
  ["navy.example", "https://navy.example"],
  ["navy.example:8080", "https://navy.example:8080"],
  ["navy.example?fleet=1.5", "https://navy.example?fleet=1.5"],
  ["http://www.navy.example./a,b/@c#d", "http://www.navy.example./a,b/@c#d"],
  ["navy.example:8080/fleet", "https://navy.example:8080/fleet"],
  [" http://navy.example ", "http://navy.example"],
])("accepts the website %j as %j", (typed, taken) => {
  expect(website.parse(typed)).toBe(taken);
});

it.each([
  ...["navy", "localhost:3000", "javascript:alert(1)", "tel:555.1234", "ftp://navy.example", "https://navy"],
  ...["john.doe@navy.example", "https://...", "https://navy..example", "a.b c", "www.navy.example, www.army.example"],
])("refuses %s as a website", (typed) => {
  expect(website.safeParse(typed).success).toBe(false);
});

it.each(["", "  ", "\u200b\u200b", " \u2060 ", "\u3164", "\u2800\u034f"])(
  "treats %j as empty in a required field",
  (typed) => {
    const given = requiredLine("Name is required", "Name").safeParse(typed);
    expect(given.error?.issues[0]?.message).toBe("Name is required");
  },
);

it("drops what would make a name look like another one, and keeps the marks that scripts need", () => {
  expect(oneLine("Ada\u202eevil\u2067 Berg\u202d\nström")).toBe("Adaevil Berg ström");
  const unseen = "\u00ad\u061c\u200b\u2060\u2063\u206a\u206f\ufeff\ufff9\ufffb\u{e0001}\u{e0041}\u{e007f}";
  for (const sign of unseen) expect(oneLine(`A${sign}da`), sign).toBe("Ada");
  expect(oneLine(`Ada ${unseen}`)).toBe("Ada");
  for (const name of ["\u05e2\u05d3\u05d4\u200f", "علی\u200cرضا", "क्\u200dष", "葛\u{e0100}城", "Ada ❤\ufe0f"])
    expect(oneLine(name)).toBe(name);
});

it("takes a full name in one line at the registration, on the profile and for an invitation", () => {
  const full_name = "A\u200bd\u202ea\u{e0041}";
  const names = [
    register.create_account.input.shape.full_name.parse(full_name),
    profile.update_profile.input.shape.full_name.parse(full_name),
    Invitation.shape.name.parse(full_name),
  ];
  expect(names).toEqual(Array(3).fill("Ada"));
});

it("keeps what a member notes of an address, a key and a webhook to one line that reorders nothing", () => {
  const noted = " Sign-up\u202e tests\n\u0000";
  const { reason } = email.create_email.input.parse({ domain: "mayfly.test", reason: noted });
  const { key_name } = api_key.create_api_key.input.parse({ key_name: noted, scopes: ["emails:read"] });
  const { description } = WebhookForm.parse({
    url: "https://ci.example/",
    event: "email.received",
    description: noted,
  });
  const changed = emails.update.input.parse({ id: "a@mayfly.test", reason: noted });
  expect([reason, changed.reason, key_name, description]).toEqual(Array(4).fill("Sign-up tests"));
});
