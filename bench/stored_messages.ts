import type { World } from "../apps/server/src/database/database.ts";
import { bodyBytes } from "./smtp_load.ts";

export interface Stored {
  /** Rows in the inbox. */
  messages: number;
  /** Of these, with a source whose body has the length that was sent. */
  whole: number;
  /** How many different bodies there are; smtp-source sends one. */
  bodies: number;
}

/** What is in an address's inbox, its sources read back in full. */
export async function storedMessages(world: World, address: string): Promise<Stored> {
  // smtp-source ends the body with a line end of its own.
  const [row] = await world.$queryRaw<Stored[]>`
    WITH message AS (
      SELECT substring(raw FROM position('\\x0d0a0d0a'::bytea IN raw) + 4) AS body
      FROM customer_inbox LEFT JOIN message_source ON message_source.name = source WHERE recipients = ${address}
    )
    SELECT count(*)::int AS messages, (count(*) FILTER (WHERE length(body) = ${bodyBytes + 2}))::int AS whole,
      count(DISTINCT md5(body))::int AS bodies
    FROM message`;
  if (row === undefined) throw new Error("The database did not answer");
  return row;
}
