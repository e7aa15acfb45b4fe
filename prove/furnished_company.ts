import { randomBytes } from "node:crypto";
import { imageProxyPath, load } from "@mayfly/contracts";
import { hashPassword, hashToken, startSession } from "@mayfly/server/features/session/session";
import { clientWith, storedKey } from "@mayfly/server/testing/api_client";
import { storedMessage } from "@mayfly/server/testing/messages";
import type { Caller, TestApp } from "@mayfly/server/testing/test_app";

export const password = "correct horse";
let hashed: Promise<string> | undefined;

/** Somebody who calls with a session, and by a program with a key. */
export interface Person extends Caller {
  name: string;
  keyName: string;
  program: Pick<Caller, "call">;
}

/** A company that has one of everything, each with a name that nobody else has. */
export type Company = Awaited<ReturnType<typeof furnishedCompany>>;

/**
 * @param image the URL of an image that its messages show
 * @param known a company that is there already, and gets people and things besides those that it has
 */
export async function furnishedCompany(
  app: Pick<TestApp, "rootDb" | "clock" | "guest">,
  image: string,
  known?: { company: string },
) {
  const { rootDb, clock } = app;
  hashed ??= hashPassword(password);
  const password_hash = await hashed;
  const mark = `mark${randomBytes(6).toString("hex")}`;
  const secret = `secret${randomBytes(6).toString("hex")}`;
  const company = known?.company ?? (await createOne());
  async function createOne() {
    const { name } = await rootDb.company.create({
      data: {
        ...{ company_name: `Company ${mark}`, company_email: `hello@${mark}.example`, company_size: "1-10" },
        ...{ industry: mark, company_website: `https://${mark}.example`, company_phone: mark },
        subscription: { create: { plan: "business" } },
      },
    });
    return name;
  }
  const join = async (role: "Administrator" | "Member"): Promise<Person> => {
    const name = `${role.toLowerCase()}@${mark}.example`;
    await rootDb.member.create({ data: { name, company, full_name: `${role} ${mark}`, role, password_hash } });
    const cookie = `sid=${await startSession(rootDb, clock.now, name)}`;
    const key = await storedKey(rootDb, { company, member: name, label: mark });
    return Object.assign(app.guest, { name, cookie, keyName: key.name, program: clientWith(app, key.key) });
  };
  const administrator = await join("Administrator");
  const member = await join("Member");
  const domain = `${mark}.example`;
  const invited = `invited@${mark}.example`;
  const invitationToken = `join_${mark}`;
  await rootDb.invitation.create({
    data: {
      ...{ company, email: invited, full_name: `Invited ${mark}`, role: "Member", owner: administrator.name },
      ...{ token_hash: hashToken(invitationToken), token_expiry: new Date(clock.now.getTime() + 3_600_000) },
    },
  });
  const owned = { company, owner: administrator.name };
  await rootDb.domain.create({
    data: { ...owned, domain_name: domain, is_verified: true, checked: clock.now, verification_token: mark },
  });
  const address = `${secret}@${domain}`;
  const openAddress = `open@${domain}`;
  await rootDb.email.createMany({
    data: [
      { ...owned, email_name: address, domain_name: domain, reason: secret, run: mark, creation: clock.now },
      {
        ...owned,
        email_name: openAddress,
        domain_name: domain,
        reason: mark,
        visibility: "Public",
        creation: clock.now,
      },
    ],
  });
  const mail = (subject: string) =>
    [
      `From: ${subject} <a@${subject}.example>`,
      `Subject: ${subject}`,
      "Content-Type: multipart/mixed; boundary=b",
      "",
      `--b\r\nContent-Type: text/html\r\n\r\n<p>${subject}</p><a href="https://${subject}.example/">Open</a><img src="${image}">`,
      `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=${subject}.txt\r\n\r\n${subject}`,
      "--b--\r\n",
    ].join("\r\n");
  const received = (recipient: string, subject: string) =>
    storedMessage(app, { name: administrator.name, company }, recipient, {
      ...{ subject, sender: `a@${subject}.example`, raw: mail(subject) },
    });
  const message = await received(address, secret);
  const openMessage = await received(openAddress, mark);
  // A claim whose lease has ended: its caller may still acknowledge it, and others may claim the message.
  await rootDb.messageClaim.create({
    data: {
      ...{ message, company, address, claim: crypto.randomUUID(), api_key: administrator.keyName },
      ...{ member: administrator.name, creation: clock.now, until: clock.now },
    },
  });
  await rootDb.smtpAttempt.create({
    data: {
      ...{ company, day: clock.now, address, slot: 0, mail_from: `a@${secret}.example`, network: "192.0.2.1", tls: "" },
      ...{ helo: secret, code: 550, reply: "550 5.2.1 Ended", reason: "ended" },
      creation: new Date(clock.now.getTime() + 60_000),
    },
  });
  const webhook = `hook-${mark}`;
  const path = randomBytes(8).toString("hex");
  await rootDb.webhook.create({
    data: {
      ...owned,
      name: webhook,
      url: `https://${mark}.example/${path}`,
      event: "email.created",
      description: mark,
    },
  });
  const { name: delivery } = await rootDb.webhookDelivery.create({
    data: {
      ...{ company, webhook, event: "email.created", payload: { mark }, body: mark, status: "failed" },
      next_attempt: clock.now,
      attempts: { create: { attempt: 1, duration: 1, status: 500, answer: `${secret} ${company}` } },
    },
  });
  const job = crypto.randomUUID();
  await rootDb.backgroundJob.create({
    data: {
      ...{
        name: job,
        company,
        member: administrator.name,
        via: "key",
        call: "emails_remove_run",
        input: { run: mark },
      },
      ...{ done: 1, total: 2, error: secret, creation: clock.now, ended: clock.now },
    },
  });
  const notification = await rootDb.notificationLog.create({
    data: {
      ...{ company, for_user: administrator.name, subject: secret, type: "Alert", email_content: secret },
      ...{ document_type: "Email", document_name: address },
    },
  });
  const resetToken = `reset-${mark}`;
  await rootDb.resetToken.create({
    data: {
      ...{ token_hash: hashToken(resetToken), member: administrator.name },
      expiry: new Date(clock.now.getTime() + 3_600_000),
    },
  });
  const { body } = await administrator.call(load.getdoc, { doctype: "Customer Inbox", name: message });
  const link = new RegExp(`"(${imageProxyPath}[^"]+)"`).exec(body.docs[0].content)?.[1]?.replaceAll("&amp;", "&");
  return {
    ...{ company, mark, secret, administrator, member, domain, invited, address, openAddress },
    ...{ message, openMessage, run: mark, key: administrator.keyName },
    ...{ webhook, delivery, job, notification: notification.name, resetToken, invitationToken },
    image: Object.fromEntries(new URLSearchParams(link?.split("?")[1])) as Record<
      "url" | "source" | "signature" | "reader",
      string
    >,
    /** Every answer that tells of the company contains one of these. */
    marks: [company, mark, secret, message, openMessage, delivery, notification.name],
    /** Every answer that tells what only its Administrator may see contains one of these. */
    secrets: [secret, path, message, delivery, notification.name, administrator.keyName],
  };
}

/** Every row in the database that mentions a company or its members, and is not another company's. */
export async function rowsOf({ rootDb }: TestApp, { company, mark }: Company): Promise<string[]> {
  const tables = await rootDb.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
  const rows = await Promise.all(
    tables.map(({ name }) =>
      rootDb.$queryRawUnsafe<{ row: string }[]>(
        `SELECT '${name} ' || t::text AS row FROM "${name}" AS t
         WHERE (t::text LIKE '%${company}%' OR t::text LIKE '%@${mark}.example%')
           AND coalesce(to_jsonb(t)->>'company', '${company}') = '${company}' ORDER BY 1`,
      ),
    ),
  );
  return rows.flat().map(({ row }) => row);
}
