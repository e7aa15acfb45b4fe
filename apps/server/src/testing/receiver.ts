import { SmtpClient } from "./smtp_client.ts";
import { testApp } from "./test_app.ts";

/** The real receiver with some limits low, and an address to write to. */
export async function receiver(settings: Record<string, string>) {
  const app = await testApp({ ROLES: "smtp", ...settings });
  const owner = await app.member("Administrator");
  const to = await app.address(owner);
  return {
    app,
    owner,
    to,
    open: (localAddress?: string) => SmtpClient.open(app.smtpPort, localAddress),
    count: () => app.world.customerInbox.count(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
