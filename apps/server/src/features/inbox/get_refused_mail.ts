import { inbox } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { refusedNear } from "../attempt/attempt.ts";
import { readable } from "../email/email.ts";

/** How many tries an empty inbox tells of. */
const toldOf = 5;

export const get_refused_mail = handler(inbox.get_refused_mail, async ({ db, member }, { email }) => {
  const row = await db.email.findFirst({ where: { email_name: email, AND: readable(member) } });
  if (row === null) throw Refusal.notFound();
  return refusedNear(db, { company: member.company, address: email, since: row.creation, limit: toldOf });
});
