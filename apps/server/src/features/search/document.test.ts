import { expect, it } from "vitest";
import { deadline } from "../../clock.ts";
import { TooLate } from "../../mail/stored_messages.ts";
import { documentsOf } from "./document.ts";

it("searches the first message by its row when there is no time to read it, and stops at the next such one", async () => {
  const rows = ["slow", "quick", "slow too", "never"].map((source) => ({
    ...{ name: source, source, company: "c", sender: "", subject: `Order ${source}`, recipients: "a@b.example" },
    ...{ code: "", has_attachment: false, seen: [], modified: new Date() },
  }));
  const empty = { any: [], subject: [], from: [], to: [], filename: [], code: [] };
  const messages = {
    async searched(source: string) {
      if (source.startsWith("slow")) throw new TooLate();
      return { tokens: { ...empty, any: ["read"] }, texts: empty, has_link: false, size: 9 };
    },
  };
  const until = deadline(() => new Date(), 60_000);
  const found: [string, boolean, boolean][] = [];
  for await (const [row, document] of documentsOf(messages as never, rows, false, until)) {
    found.push([row.source, document?.tokens.has("order") === true, document?.tokens.has("read") === true]);
  }
  expect(found).toEqual([
    ["slow", true, false],
    ["quick", false, true],
  ]);
});
