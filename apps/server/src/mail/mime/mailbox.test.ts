import { describe, expect, it } from "vitest";
import { imageLinks } from "../show/image_link.ts";
import { render } from "../show/render.ts";

describe("the mailboxes of To, Cc and Reply-To", () => {
  const namedIn = async (...head: string[]) => {
    const { to, cc, reply_to } = await render(
      Buffer.from(`${head.join("\r\n")}\r\n\r\ntext`),
      imageLinks("key", "source"),
    );
    return { to, cc, reply_to };
  };

  it("are listed in their order, with their names decoded", async () => {
    const named = await namedIn(
      "To: qa@mayfly.test, =?utf-8?Q?Zo=C3=AB?= <zoe@b.example>,",
      ' "Lee, Ann" <ann@b.example>',
      "to: later@b.example",
      "Cc: The team: one@b.example, Two <two@b.example>;, three@b.example",
      "Reply-To: Support <help@b.example>",
    );
    expect(named).toEqual({
      to: ["qa@mayfly.test", "Zoë <zoe@b.example>", "Lee, Ann <ann@b.example>", "later@b.example"],
      cc: ["one@b.example", "Two <two@b.example>", "three@b.example"],
      reply_to: ["Support <help@b.example>"],
    });
  });

  it("are none in a message without these headers, or with empty ones", async () => {
    const none = { to: [], cc: [], reply_to: [] };
    expect(await namedIn("From: a@b.example")).toEqual(none);
    expect(await namedIn("To:", "Cc: undisclosed-recipients:;", "Reply-To: ,")).toEqual(none);
  });

  it("keep names and addresses apart (threat 20)", async () => {
    const { to } = await namedIn(
      'To: "boss@bank.example" <a@b.example>, "boss@bank.example <x@b.example>" <c@b.example>',
    );
    expect(to).toEqual(["boss@bank.example <a@b.example>", "boss@bank.example x@b.example <c@b.example>"]);
  });

  it("are the first hundred of very many", async () => {
    const many = Array.from({ length: 150 }, (_, no) => `a${no}@b.example`);
    expect((await namedIn(`Cc: ${many.join(",\r\n ")}`)).cc).toEqual(many.slice(0, 100));
  });
});
