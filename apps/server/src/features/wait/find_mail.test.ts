import { expect, it } from "vitest";
import { deadline } from "../../clock.ts";
import { TooLate } from "../../mail/stored_messages.ts";
import { findMail, type MailSeen } from "./find_mail.ts";

it("stops at a message that is not read in the time of the call, and judges it the next time", async () => {
  const rows = ["quick", "slow"].map((name) => ({ name, source: name, company: "c" }));
  let isSlow = true;
  const context = {
    db: { customerInbox: { findMany: async () => rows } },
    messages: {
      async failures(source: string) {
        if (source === "slow" && isSlow) throw new TooLate();
        return source === "slow" ? [] : [{ criterion: "contains", detail: "" }];
      },
    },
  };
  const wanted = { address: "a@b.example", match: { contains: "x" }, since: undefined, count: 1, lease: undefined };
  const known: MailSeen = { judged: new Map(), from: undefined };
  const end = deadline(() => new Date(), 60_000);
  const look = () => findMail(context as never, { ...wanted, isUnwanted: false }, known, { pause: end, end });
  expect(await look()).toEqual({ few: [], isAllRead: false });
  expect([...known.judged]).toEqual([["quick", false]]);
  isSlow = false;
  expect(await look()).toMatchObject({ found: [{ row: { name: "slow" } }] });
});
