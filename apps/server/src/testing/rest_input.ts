import { type Contract, contracts, resources, type Thing } from "@mayfly/contracts";
import { storedMessage } from "./messages.ts";
import type { TestApp, TestMember } from "./test_app.ts";

/** Each event goes to a URL once. */
export const webhookForm = () => ({
  url: `https://hooks.example.com/${crypto.randomUUID()}`,
  event: "email.received" as const,
});

/** A message with a code, a link and an attachment. */
const raw = [
  "Subject: Your code is 482913",
  'Content-Type: multipart/mixed; boundary="b"',
  "",
  '--b\r\nContent-Type: text/html\r\n\r\n<a href="https://shop.example/">Shop</a>',
  "--b\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\na",
  "--b--",
].join("\r\n");

/**
 * An input for a call of the REST API that it answers with success: the contract's example, and a new thing for each that it names.
 * @param key the key that calls, by which a message is claimed whose claim the call names
 */
export async function restInput(
  app: TestApp,
  admin: TestMember,
  contract: Contract,
  key: string,
): Promise<Record<string, unknown>> {
  const { rootDb, clock } = app;
  const input: Record<string, unknown> = { ...contract.example };
  const address = () => app.address(admin);
  const mail = (to: string) => storedMessage(app, admin, to, { subject: "Your code is 482913", code: "482913", raw });
  const webhook = async () =>
    (await admin.call(contracts.webhook.create_webhook, webhookForm())).body.message.name as string;
  const make: Record<Exclude<Thing, "delivery">, () => Promise<string>> = {
    async address() {
      const name = await address();
      await mail(name);
      return name;
    },
    async run() {
      const run = `ci/${crypto.randomUUID()}`;
      await rootDb.email.update({ where: { email_name: await address() }, data: { run } });
      return run;
    },
    async message() {
      const to = await address();
      const message = await mail(to);
      // An acknowledgement names the claim.
      if ("claim" in input) {
        const { company, name: member } = admin;
        const claim = { message, company, address: to, claim: `${input["claim"]}`, api_key: key, member };
        await rootDb.messageClaim.create({ data: { ...claim, creation: clock.now, until: clock.now } });
      }
      return message;
    },
    webhook,
    async job() {
      const { company, name: member } = admin;
      const call = { via: "key", call: "emails_remove_run", input: { run: "ci/1" } } as const;
      const { name } = await rootDb.backgroundJob.create({
        data: { name: crypto.randomUUID(), company, member, ...call, done: 1, total: 2, creation: clock.now },
      });
      return name;
    },
  };
  for (const [field, thing] of Object.entries(contract.names ?? {})) {
    if (thing !== "delivery") {
      input[field] = await make[thing]();
      continue;
    }
    // Of the webhook that the field before names.
    const { body } = await admin.call(contracts.webhook.send_test_event, { webhook_name: input["id"] });
    input[field] = body.message.name;
  }
  if (contract === resources.webhooks.create) Object.assign(input, webhookForm());
  return input;
}
