import { inbox } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { refusedNear } from "../attempt/attempt.ts";
import { readableEmail } from "../email/rights.ts";

/** How many tries an empty inbox tells of. */
const toldOf = 5;

export const get_refused_mail = handler(inbox.get_refused_mail, async ({ db, member }, { email }) => {
  const row = await readableEmail({ db, member }, email);
  return refusedNear(db, { company: member.company, address: row.email_name, since: row.creation, limit: toldOf });
});
