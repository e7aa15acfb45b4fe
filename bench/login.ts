import { type Contract, profile, session } from "@mayfly/contracts";
import { hashPassword } from "@mayfly/server/features/session/session";
import { call } from "./call.ts";
import { createAccount, logIn, startMayfly } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { evenPace } from "./pace.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import { spread } from "./statistics.ts";

const password = "correct horse";

/** Logins at a steady rate, and another call beside them. */
export async function run(args: string[]): Promise<boolean> {
  const settings = readOptions(args, { seconds: 20, rate: 10 });
  const server = await startMayfly("login");
  const { owner } = await createAccount(server.rootDb, "bench");
  const password_hash = await hashPassword(password);
  await server.rootDb.member.update({ where: { name: owner }, data: { password_hash } });
  const cookie = await logIn(server.rootDb, owner);

  const timed = async (contract: Contract, input?: object) => {
    const begin = performance.now();
    await call({ url: server.url, cookie: input ? "" : cookie }, contract, input);
    return performance.now() - begin;
  };
  /** Makes the next call whether or not the last one has been answered. */
  const steadily = async (rate: number, call: () => Promise<number>) => {
    const calls: Promise<number>[] = [];
    const turn = evenPace(rate);
    for (let at = 0; at < settings.seconds * rate; at += 1) {
      await turn(at);
      calls.push(call());
    }
    return Promise.all(calls);
  };
  const other = () => steadily(50, () => timed(profile.get_profile));
  const logins = () => steadily(settings.rate, () => timed(session.login, { usr: owner, pwd: password }));

  for (let at = 0; at < 20; at += 1) await timed(session.login, { usr: owner, pwd: password });
  for (let at = 0; at < 200; at += 1) await timed(profile.get_profile);
  const alone = await other();
  const [login, beside] = await Promise.all([logins(), other()]);

  const rows = [
    [`login, ${settings.rate} a second`, login],
    ["get_profile, beside logins", beside],
    ["get_profile, alone", alone],
  ] as const;
  printTable(
    "Milliseconds",
    ["", "p50", "p95", "calls"],
    rows.map(([title, times]) => {
      const { p50, p95 } = spread(times);
      return [title, round(p50), round(p95), `${times.length}`];
    }),
  );
  printGoals([{ what: "p95 of a login, ms", value: spread(login).p95, below: 150 }]);
  await saveResult("login", { settings, rows });
  return true;
}
