import type { Config } from "../config.ts";
import type { RootDatabase } from "../database/database.ts";
import { happened, operator } from "../features/event/event.ts";
import { readSecretKey, replaceKey } from "../process/secret_key.ts";

/** Binds the database to the present SECRET_KEY. */
export async function takeKey(config: Config, rootDb: RootDatabase): Promise<string> {
  const isAnother = await replaceKey(rootDb, await readSecretKey(config), async (tx) => {
    const companies = await tx.company.findMany({ select: { name: true } });
    const events = companies.map(({ name }) => ({
      ...({ type: "webhook_secret.replaced", company: name, subject: name, data: {} } as const),
    }));
    await happened(tx, new Date(), operator, events);
  });
  return isAnother
    ? "The database is used with this key from now on. Every company's webhook secret has changed, and no webhook has one of its own any more: their receivers need the new one."
    : "It is this key that the database has been used with: nothing changes.";
}
