import type { RootDatabase } from "@mayfly/server/database/database";
import { messageOf } from "@mayfly/server/features/inbox/packed";
import { bodyBytes } from "./smtp_load.ts";

export interface Stored {
  /** Rows in the inbox. */
  messages: number;
  /** Of these, with a source whose body has the length that was sent. */
  whole: number;
  /** How many different bodies there are; smtp-source sends one. */
  bodies: number;
}

/** How many messages' bytes are in memory at once. */
const together = 1_000;

/** Counts what is in an address's inbox, and reads its sources back in full. */
export async function storedMessages(rootDb: RootDatabase, recipients: string): Promise<Stored> {
  const bodies = new Set<string>();
  let [messages, whole] = [0, 0];
  for (let last = "00000000-0000-0000-0000-000000000000"; ; ) {
    const rows = await rootDb.customerInbox.findMany({
      where: { recipients, name: { gt: last } },
      select: { name: true, source: true },
      orderBy: { name: "asc" },
      take: together,
    });
    const sources = await rootDb.messageSource.findMany({
      where: { name: { in: rows.map(({ source }) => source) } },
      select: { raw: true, lz4: true },
    });
    for (const kept of sources) {
      const message = messageOf(kept);
      const body = message.toString("latin1", message.indexOf("\r\n\r\n") + 4);
      // smtp-source ends the body with a line end of its own.
      if (body.length === bodyBytes + 2) whole += 1;
      bodies.add(body);
    }
    messages += rows.length;
    const next = rows.at(-1);
    if (next === undefined) return { messages, whole, bodies: bodies.size };
    last = next.name;
  }
}
