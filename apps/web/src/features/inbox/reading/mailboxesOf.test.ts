import { expect, it } from "vitest";
import type { OpenMessage } from "../state/useMessage.ts";
import { mailboxesOf } from "./mailboxesOf.ts";

const ann = { name: "Ann", address: "ann@b.example" };
const bob = { name: "bob@b.example", address: "bob@b.example" };
const qa = { name: "qa@mayfly.test", address: "qa@mayfly.test" };
const from = { header: "From", mailboxes: [ann] };

const shown = (given: Partial<OpenMessage>) => {
  const envelope = { mail_from: "ann@b.example", recipients: "qa@mayfly.test" };
  const message = { ...envelope, sender: { name: "Ann", address: "ann@b.example" }, to: [], cc: [], reply_to: [] };
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

it("writes the recipient's domain as people do, once", () => {
  const [ascii, written] = ["qa@xn--mnchen-3ya.example", "qa@m\u00fcnchen.example"];
  const own = { name: written, address: written };
  for (const address of [ascii, written]) {
    const named = { name: "Quality", address };
    expect(shown({ recipients: ascii, to: [named, bob] })[1]).toEqual({ header: "To", mailboxes: [own, bob] });
  }
});

it("shows where an answer goes unless it goes to the sender", () => {
  expect(shown({ reply_to: [{ name: "Ann Lee", address: "Ann@b.example" }] })).toEqual(shown({}));
  expect(shown({ reply_to: [bob] })[1]).toEqual({ header: "Reply-To", mailboxes: [bob] });
});

it("shows the envelope sender if that is not the sender, and that a bounce has none (threat 20)", () => {
  expect(shown({ mail_from: "ANN@b.example" })).toEqual(shown({}));
  expect(shown({ mail_from: "bob@\u202eb.example" })[2]).toEqual({ header: "Return-Path", mailboxes: [bob] });
  expect(shown({ mail_from: "" })[2]).toEqual({ header: "Return-Path", mailboxes: [{ name: "<>", address: "<>" }] });
});
