import { expect, it } from "vitest";
import { mailboxesOf } from "./mailboxes.ts";
import type { OpenMessage } from "./useMessage.ts";

const ann = { name: "Ann", address: "ann@b.example" };
const bob = { name: "bob@b.example", address: "bob@b.example" };
const qa = { name: "qa@mayfly.test", address: "qa@mayfly.test" };
const from = { header: "From", mailboxes: [ann] };

const shown = (given: Partial<OpenMessage>) => {
  const message = { from: "ann@b.example", fromName: "Ann", recipients: "qa@mayfly.test", to: [], cc: [], replyTo: [] };
  return mailboxesOf({ ...message, ...given } as OpenMessage);
};

it("shows sender and recipient of a message that names nobody", () => {
  expect(shown({})).toEqual([from, { header: "To", mailboxes: [qa] }]);
});

it("shows the recipient once, before the others", () => {
  const named = { name: "Quality", address: "QA@mayfly.test" };
  expect(shown({ to: [bob, named], cc: [named, ann] })).toEqual([
    from,
    { header: "To", mailboxes: [qa, bob] },
    { header: "Cc", mailboxes: [named, ann] },
  ]);
});

it("shows where an answer goes unless it goes to the sender", () => {
  expect(shown({ replyTo: [{ name: "Ann Lee", address: "Ann@b.example" }] })).toEqual(shown({}));
  expect(shown({ replyTo: [bob] })[1]).toEqual({ header: "Reply-To", mailboxes: [bob] });
});
