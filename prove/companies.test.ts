import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { live, newNotificationLog, team } from "@mayfly/contracts";
import { SmtpClient } from "@mayfly/server/testing/smtp_client";
import { type Answer, type Caller, type TestApp, testApp } from "@mayfly/server/testing/test_app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rows } from "./companies_matrix.ts";
import { type Company, furnishedCompany, type Person, rowsOf } from "./furnished_company.ts";

/** Forged fields that every caller adds to those of a call (threat 39). */
const forged = ({ company, administrator }: Company) => ({
  ...{
    company,
    owner: administrator.name,
    member: administrator.name,
    user: administrator.name,
    role: "Administrator",
  },
  ...{ plan: "business", is_verified: 1, for_user: administrator.name, _seen: "[]" },
});

const textOf = (answer: Answer) => (typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
const found = (text: string, marks: string[]) => marks.filter((mark) => text.includes(mark));
/** The marks of a company that an answer reveals. What the caller sent does not count: a refusal may repeat it. */
const news = (answer: Answer, marks: string[], typed: object) =>
  found(textOf(answer), marks).filter((mark) => !JSON.stringify(typed).includes(mark));

describe("two companies (threats 26, 38, 39)", () => {
  let app: TestApp;
  let stranger: Company;
  const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from("mark of the image")]);
  const images = createServer((_request, response) => response.end(png));
  const furnish = (app: TestApp) =>
    furnishedCompany(app, `http://127.0.0.1:${(images.address() as AddressInfo).port}/${crypto.randomUUID()}.png`);
  beforeAll(async () => {
    await new Promise<void>((listening) => images.listen(0, "127.0.0.1", listening));
    app = await testApp({ ALLOW_PRIVATE_NETWORK: "on", ROLES: "web" });
    stranger = await furnish(app);
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    images.closeAllConnections();
    images.close();
  });

  it.each(rows)("$name reveals nothing to strangers and changes nothing for them", async ({ name, contract, row }) => {
    if (row === undefined) throw new Error(`${name} has no row in the matrix`);
    const isRest = contract.wire === "rest";
    /** Programs call the REST API with a key. */
    const by = (person: Person): Pick<Caller, "call"> => (isRest ? person.program : person);
    const isDone = (answer: Answer) => answer.status >= 200 && answer.status < 300;
    const ownNumbers = async () => {
      const { status, body } = await by(stranger.administrator).call(
        contract,
        [row.input(stranger, stranger)].flat()[0],
      );
      return { status, body };
    };
    const withoutVictim = row.numbers && (await ownNumbers());
    const victim = await furnish(app);
    const before = await rowsOf(app, victim);
    const inputs = [row.input(victim, stranger)].flat();
    const administratorsOnly = contract.access === "Administrator";
    const attempts: [who: string, caller: Pick<Caller, "call">, status: number][] = [
      ["a guest", app.guest, contract.access === "Guest" ? row.stranger : 401],
      // These end the callers' own sessions and keys, which the other rows still need.
      ...(["session.logout", "keys.remove_self"].includes(name)
        ? []
        : ([
            ["another company's Administrator", by(stranger.administrator), row.stranger],
            ["another company's Member", by(stranger.member), administratorsOnly ? 403 : row.stranger],
          ] as typeof attempts)),
    ];
    await Promise.all(
      attempts.map(async ([who, caller, status]) => {
        for (const input of inputs) {
          // The REST API refuses unknown fields before all else.
          const answer = await caller.call(contract, isRest ? input : { ...forged(victim), ...input });
          expect(answer.status, `${who}: ${textOf(answer)}`).toBe(status);
          if (row.numbers && found(JSON.stringify(input), victim.marks).length > 0 && status === 200) {
            expect(answer.body, `${who} counts ${JSON.stringify(input)}`).toEqual({ message: 0 });
          }
          expect(news(answer, victim.marks, input), `${who} is told of them by ${textOf(answer)}`).toEqual([]);
        }
      }),
    );
    if (row.numbers) expect(await ownNumbers()).toEqual({ ...withoutVictim, status: 200 });
    expect(await rowsOf(app, victim)).toEqual(before);

    const colleague = administratorsOnly ? 403 : (row.colleague ?? 200);
    for (const input of inputs) {
      const answer = await by(victim.member).call(contract, input);
      expect(answer.status, `a colleague: ${textOf(answer)}`).toBe(colleague);
      expect(news(answer, victim.secrets, input), `a colleague is told of them by ${textOf(answer)}`).toEqual([]);
    }

    // Checks that the names were real and that the call does something: refusing everybody would prove nothing.
    const current = await rowsOf(app, victim);
    const answers: Answer[] = [];
    for (const input of row.own ? [row.own(victim)] : inputs) {
      answers.push(await by(victim.administrator).call(contract, input));
    }
    if (row.proof !== "nothing") expect(isDone(answers[0] as Answer), textOf(answers[0] as Answer)).toBe(true);
    if (row.proof === "tells") {
      const told = answers.map(textOf).join();
      expect(found(told, [...victim.marks, "mark of the image"]), told).not.toEqual([]);
    }
    if (row.proof === "changes") expect(await rowsOf(app, victim)).not.toEqual(current);
  });

  it("sends live events to no other company, and those of private mail to no colleague", async () => {
    await using app = await testApp({ ROLES: "web,smtp,worker" });
    const [victim, stranger] = [await furnish(app), await furnish(app)];
    const heard: Record<string, string[]> = {};
    const sockets: Awaited<ReturnType<Caller["listen"]>>[] = [];
    const listeners = {
      ...{ administrator: victim.administrator, colleague: victim.member },
      ...{ stranger: stranger.administrator, strangersMember: stranger.member },
    };
    for (const [who, caller] of Object.entries(listeners)) {
      const socket = await caller.listen();
      heard[who] = [];
      socket.onAny((event, payload) => heard[who]?.push(`${event} ${JSON.stringify(payload)}`));
      sockets.push(socket);
    }
    await expect(app.guest.listen()).rejects.toThrow("unauthorized");
    await using client = await SmtpClient.open(app.smtpPort);
    const mail = (what: string) => `Subject: ${what} mail\r\n\r\nBody\r\n`;
    expect(await client.send(victim.address, mail("private"))).toMatch(/^250 /);
    expect(await client.send(victim.openAddress, mail("public"))).toMatch(/^250 /);
    await victim.administrator.call(team.invite_team_member, {
      ...{ name: "Somebody", email: `new@${victim.domain}`, role: "Member" },
    });
    const events = (who: string) => heard[who]?.map((text) => text.split(" ")[0]).sort();
    await expect
      .poll(() => events("administrator"))
      .toEqual([live.newCustomerInbox, live.newCustomerInbox, newNotificationLog].sort());
    await expect.poll(() => events("colleague")).toEqual([live.newCustomerInbox]);
    expect(heard["colleague"]?.[0]).toContain("public mail");
    // The event of a message of their own arrives after any event of the victim's.
    expect(await client.send(stranger.openAddress, mail("own"))).toMatch(/^250 /);
    await expect.poll(() => events("strangersMember")).toEqual([live.newCustomerInbox]);
    await expect.poll(() => events("stranger")).toEqual([live.newCustomerInbox]);
    for (const who of ["stranger", "strangersMember"]) expect(heard[who]?.[0]).toContain("own mail");
    for (const socket of sockets) socket.disconnect();
  });
});
