import { email, resources } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { day, daysAfter } from "../../clock.ts";
import { apiClient } from "../../testing/api_client.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";
import { platform } from "./record.ts";

const app = sharedApp();
const hour = 3_600_000;
const before = (milliseconds: number) => new Date(app.clock.now.getTime() - milliseconds);

/** Two companies, and what they can do with the names `…-a` to `…-z` on the platform's domain. */
async function companies() {
  const members = [await app.member("Administrator"), await app.member("Administrator")] as const;
  const stem = crypto.randomUUID();
  const named = (letter: string) => `${stem}-${letter}@mayfly.test`;
  return {
    members,
    named,
    has: ({ company, name: owner }: TestMember, letter: string, creation: Date) =>
      app.rootDb.email.create({
        data: { email_name: named(letter), domain_name: "mayfly.test", company, owner, creation },
      }),
    refused: (letter: string, first: Date, last: Date = first) =>
      app.rootDb.smtpAttemptCount.create({
        data: { company: platform, day: new Date(day(last)), address: named(letter), count: 1, first, last },
      }),
    /** The status that creating the address answers, once it agrees with what the check of a name says. */
    async create(member: TestMember, letter: string) {
      const isFree = (await member.call(email.is_email_available, { email: named(letter) })).body.message;
      const { status, body } = await (await apiClient(app, member)).call(resources.emails.create, {
        prefix: `${stem}-${letter}`,
      });
      expect([isFree, body.code]).toEqual(status === 201 ? [true, undefined] : [false, "conflict"]);
      return status;
    },
  };
}

it("withholds a refused name from others while a company has an address one letter away (threat 54)", async () => {
  const { members, has, refused, create } = await companies();
  const [owner, stranger] = members;
  await has(owner, "a", before(2 * hour));
  await refused("b", before(hour));
  expect(await create(stranger, "b")).toBe(409);
  // Nor does an address beside it help. But then it may be either's, and nobody is told or given more.
  await has(stranger, "c", before(0));
  expect([await create(stranger, "b"), await create(owner, "b")]).toEqual([409, 409]);
});

it("gives a company its address after a typo of its own", async () => {
  const { members, has, refused, create } = await companies();
  await has(members[0], "a", before(2 * hour));
  await refused("b", before(hour), before(0));
  expect(await create(members[0], "b")).toBe(201);
});

it("withholds a name from a company that heard of tries which had begun before its address", async () => {
  const { members, has, refused, create } = await companies();
  await refused("b", before(2 * hour), before(0));
  await has(members[0], "a", before(hour));
  expect(await create(members[0], "b")).toBe(409);
});

it("lets nobody use up names by sending mail to them, and withholds none for longer than a week", async () => {
  const { members, has, refused, create } = await companies();
  const [owner, stranger] = members;
  for (const letter of ["b", "c"]) await refused(letter, before(2 * hour), before(hour));
  // It has been told of neither, before or after the first of its own.
  expect([await create(owner, "b"), await create(owner, "c")]).toEqual([201, 201]);
  await has(owner, "x", daysAfter(app.clock.now, -9));
  await refused("y", daysAfter(app.clock.now, -8));
  await refused("z", daysAfter(app.clock.now, -6));
  expect([await create(stranger, "z"), await create(stranger, "y")]).toEqual([409, 201]);
});
