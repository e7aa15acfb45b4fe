import { webhook, webhookEventNames } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { testApp } from "../../testing/test_app.ts";

it("lists the events that a webhook can receive, to Members too (K43, L19, P73)", async () => {
  await using app = await testApp();
  const member = await app.member("Member");
  const { events } = (await member.call(webhook.get_webhook_events)).body.message;
  expect(events.map(({ id }: { id: string }) => id)).toEqual([...webhookEventNames]);
  expect(events[0]).toEqual({
    ...{ id: "email.received", name: "email.received", label: "Email received" },
    description: "A message arrives at an address",
  });
});
