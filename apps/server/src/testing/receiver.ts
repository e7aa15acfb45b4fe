import { SmtpClient } from "./smtp_client.ts";
import { type TestApp, testApp } from "./test_app.ts";

/** The real receiver with some limits low, and an address to write to. */
export async function receiver(settings: Record<string, string>) {
  const app = await testApp({ ROLES: "smtp", ...settings });
  return { ...(await mailbox(app)), [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

/** An address to write to, of a company of its own, on a server that others use too. */
export async function mailbox(app: TestApp) {
  const owner = await app.member("Administrator");
  return {
    app,
    owner,
    to: await app.address(owner),
    open: (localAddress?: string) => SmtpClient.open(app.smtpPort, localAddress),
    count: () => app.rootDb.customerInbox.count({ where: { company: owner.company } }),
  };
}
