import { expect, it, vi } from "vitest";
import { customerInbox } from "./document_type.ts";

it("reads a message only once for several fields of the same row", async () => {
  const tooSlow = { content: "", rendering: "too_slow", action_links: [], attachments: [], size: 10 };
  const whole = { ...tooSlow, content: "Hello", rendering: "html" };
  const read = vi.fn(async () => whole).mockResolvedValueOnce(tooSlow);
  const messages = { read, forReader: (shown: string) => shown };
  const context = { messages, member: { company: "company" }, session: { token: "token" } } as never;
  const { content, rendering, size } = customerInbox.fields;
  const shown = async (row: object) =>
    await Promise.all([content, rendering, size].map((field) => field.value(row as never, context)));
  const row = { source: "source" };
  expect(await shown(row)).toEqual(["", "too_slow", 10]);
  expect(await shown(row)).toEqual(["", "too_slow", 10]);
  expect(read).toHaveBeenCalledTimes(1);
  expect(await shown({ ...row })).toEqual(["Hello", "html", 10]);
});
