import type { Config } from "../config.ts";
import type { RootDatabase } from "../database/database.ts";
import { happened, operator } from "../features/event/event.ts";
import { forgetSecrets } from "../features/webhook/hmac_secret.ts";
import { readSecretKey, replaceKey } from "../secret_key.ts";

/** Binds the database to the present SECRET_KEY. */
export async function takeKey(config: Config, rootDb: RootDatabase): Promise<string> {
  const isAnother = await replaceKey(rootDb, await readSecretKey(config), async (tx) => {
    await forgetSecrets(tx);
    const companies = await tx.company.findMany({ select: { name: true } });
    const events = companies.map(({ name }) => ({
      ...({ type: "webhook_secret.replaced", company: name, subject: name, data: {} } as const),
    }));
    await happened(tx, new Date(), operator, events);
  });
  return isAnother
    ? "The database now uses this key. Every company has a new signing secret, and no webhook has one of its own anymore: receivers need the new secret."
    : "The database already uses this key: nothing changes.";
}
