import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { reset_user, session } from "@mayfly/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StartError } from "../process/start_error.ts";
import { messagesTo } from "../testing/messages.ts";
import { ServerProcess } from "../testing/server_process.ts";
import { type TestApp, type TestMember, testApp } from "../testing/test_app.ts";
import { operate } from "./operate.ts";

describe("npm run mayfly", () => {
  let app: TestApp;
  let admin: TestMember;
  let email: string;
  beforeAll(async () => {
    app = await testApp({ ROLES: "web,smtp" });
    admin = await app.member("Administrator");
    email = (await app.rootDb.company.findUniqueOrThrow({ where: { name: admin.company } })).company_email ?? "";
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const mayfly = (...args: string[]) => {
    const settings = { DATABASE_URL: app.databaseUrl, SECRET_KEY: "x".repeat(32), SMTP_PORT: String(app.smtpPort) };
    return operate(args, settings);
  };

  it("lists the companies", async () => {
    await app.address(admin);
    expect(await mayfly("companies")).toMatch(new RegExp(`^${email} +Company .* +business +1 member +1 address$`, "m"));
  });

  it("lists failed jobs with their tries and errors", async () => {
    expect(await mayfly("jobs")).toBe("No jobs have failed.");
    await app.rootDb.$queryRaw`SELECT FROM graphile_worker.add_job('team/send_invitation', max_attempts := 10)`;
    await app.rootDb
      .$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = 3, last_error = 'no route to host'`;
    expect(await mayfly("jobs")).toMatch(/^team\/send_invitation {2}try 3 of 10, again at \S+Z\n {2}no route to host$/);
    const error = await app.rootDb.$queryRaw`SELECT 1 / 0`.catch(({ message }) => message);
    await app.rootDb.$executeRaw`UPDATE graphile_worker._private_jobs SET last_error = ${error}`;
    expect(await mayfly("jobs")).toMatch(/\n {2}Raw query failed\. .*division by zero.*$/);
    await app.rootDb
      .$queryRaw`SELECT FROM graphile_worker.add_job('session/later', run_at := now() + interval '1 hour')`;
    await app.rootDb.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'no'`;
    expect(await mayfly("jobs")).toMatch(/^session\/later .* given up\n.*\nteam\/send_invitation .* given up\n/);
  });

  it("changes a company's plan by either of the plan's names, with and without an expiry (P08, P122)", async () => {
    const subscription = () => app.rootDb.subscription.findUniqueOrThrow({ where: { company: admin.company } });
    await mayfly("plan", email.toUpperCase(), "professional");
    expect(await subscription()).toMatchObject({ plan: "professional", expiry_date: null });
    expect(await mayfly("plan", email, "Enterprise", "--expires", "2027-01-31")).toMatch(
      new RegExp(`^Company .* \\(${admin.company}\\) is on business until 2027-01-31\\.$`, "m"),
    );
    expect(await subscription()).toMatchObject({ plan: "business", expiry_date: new Date("2027-01-31T00:00:00Z") });
  });

  it("takes a member's email for the member's company rather than for one with that contact email", async () => {
    const [member, { company: name }] = [await app.member("Member"), await app.member("Administrator")];
    await app.rootDb.company.update({ where: { name }, data: { company_email: member.name } });
    expect(await mayfly("plan", member.name, "starter")).toContain(`(${member.company})`);
    expect(await app.rootDb.subscription.count({ where: { company: name, plan: "business" } })).toBe(1);
  });

  it("prints a link with which a member sets a new password", async () => {
    const member = await app.member("Member");
    const printed = await mayfly("link", ` ${member.name.toUpperCase()} `);
    const [, name = ""] = /^http:\/\/localhost:3000\/forget-password\/([\w-]{32})$/.exec(printed) ?? [];
    const password = "Better!Password1";
    expect((await app.guest.call(reset_user.validate_otp, { name, password })).body.message.success).toBe(true);
    expect((await app.guest.call(session.login, { usr: member.name, pwd: password })).status).toBe(200);
    await app.rootDb.member.update({ where: { name: member.name }, data: { is_active: false } });
    await expect(mayfly("link", member.name)).rejects.toThrow(/No active account has the login/);
  });

  it("sends a sample mail or a file over SMTP", async () => {
    const address = await app.address(admin);
    const folder = await mkdtemp(path.join(tmpdir(), "mayfly-mail-"));
    const file = path.join(folder, "mail.eml");
    await writeFile(file, "From: Zoë <zoe@elsewhere.example>\r\nSubject: from a file\r\n\r\nBody\r\n");
    expect(await mayfly("send", address)).toMatch(/^Sent to .*: 250 2\.6\.0 stored as/);
    await mayfly("send", address, "--file", file);
    const rows = await messagesTo(app.rootDb, address);
    expect(rows.map(({ subject }) => subject)).toEqual([expect.stringContaining("Grüße"), "from a file"]);
    expect(rows[1]?.raw.toString()).toMatch(/^Date: .* \+0000\r\nMessage-ID: <.*>\r\nFrom: Zoë/);
    expect(rows[1]?.mail_from).toBe("zoe@elsewhere.example");
    await rm(folder, { recursive: true });
  });

  it("creates the demo once, even if a plan is missing, and sends its mails each time", async () => {
    await app.rootDb.planFeature.deleteMany({ where: { plan: "professional" } });
    await app.rootDb.plan.delete({ where: { plan: "professional" } });
    const first = await mayfly("demo");
    const second = await mayfly("demo");
    expect(first).toMatch(/^8 mails sent to demo@mayfly\.test\.\nLogin ada@lakeside\.example {3}password \S{12}$/);
    expect(second).toBe(first);
    expect(await app.rootDb.plan.count()).toBe(3);
    expect(await app.rootDb.customerInbox.count({ where: { recipients: "demo@mayfly.test" } })).toBe(16);
  });

  it.each([
    [["nonsense"], /^Unknown command 'nonsense'\.\n\nUsage: npm run mayfly -- /],
    [["plan"], /^Missing required argument 'company email'\./],
    [["plan", "a@b.example", "gold"], /There is no plan "gold"/],
    [["plan", "nobody@b.example", "starter"], /No company and no member has the email nobody@b\.example/],
    [["plan", "a@b.example", "starter", "--expires", "2027-02-30"], /--expires is "2027-02-30"/],
    [["plan", "a@b.example", "starter", "--expires", "0000-02-29"], /--expires is "0000-02-29"/],
    [
      ["plan", "a@b.example", "starter", "--expires", "2027-01-31"],
      /The plan starter never expires: leave out --expires/,
    ],
    [["link"], /^Missing required argument 'login'\./],
    [["link", "nobody@b.example"], /No active account has the login nobody@b\.example/],
    [["send"], /^Missing required argument 'address'\./],
    [
      ["send", "nobody@mayfly.test"],
      /^Not sent to nobody@mayfly\.test: .*550 5\.1\.1[^.()]*\. Create the address first\.$/,
    ],
    [["send", "a@b.example", "--file", "/none.eml"], /"\/none\.eml" cannot be read \(ENOENT\)/],
    [
      ["plan", "a@b.example", "starter", "2027-01-31"],
      /^Too many arguments for 'plan'\. Expected 2 arguments but got 3/,
    ],
    [["companies", "all"], /^Too many arguments for 'companies'\./],
    [["plan", "a@b.example", "starter", "--file", "x"], /^Unknown option '--file'\./],
    [["companies", "--loud"], /^Unknown option '--loud'\./],
  ])("says what is wrong with %j", async (args, text) => {
    const error = await mayfly(...args).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    expect((error as StartError).message).toMatch(text);
  });

  it("reports a missing database, and does not create one", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "mayfly-operator-"));
    await using command = new ServerProcess({ DATA_DIR: folder }, "apps/server/src/operator/main.ts", ["companies"]);
    expect(await command.exit()).toBe(1);
    expect(command.errors).toBe(`There is no database in "${folder}": start Mayfly first, or set DATA_DIR.\n`);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it("prints the version with --version", async () => {
    expect(await mayfly("--version")).toBe("0.1.0");
  });

  it("prints its usage with --help", async () => {
    const help = await mayfly("--help");
    expect(help).toContain("plan [options] <company email> <plan>");
    expect(await mayfly()).toBe(help);
    expect(await mayfly("plan", "--help")).toContain("--expires <YYYY-MM-DD>");
  });
});
