import { planRefusals } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { emailScreenTexts } from "../src/features/emails/texts.ts";
import { inboxTexts } from "../src/features/inbox/texts.ts";

it.each([
  [inboxTexts.count, ["0 emails", "1 email", "2 emails"]],
  [(limit: number) => emailScreenTexts.used(0, limit), ["0 / 0 emails used", "0 / 1 email used", "0 / 2 emails used"]],
  [planRefusals.domain.full, ["(0 domains)", "(1 domain)", "(2 domains)"]],
  [planRefusals.webhook.full, ["(0 webhooks)", "(1 webhook)", "(2 webhooks)"]],
])("says the singular of one alone (Y11)", (text, expected) => {
  for (const [count, words] of expected.entries()) expect(text(count)).toContain(words);
});
