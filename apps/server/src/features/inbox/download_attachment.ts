import { inbox } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { sourceOfMessage } from "./inbox.ts";

export const download_attachment = handler(inbox.download_attachment, async (context, { name, part }) => {
  const found = await context.messages.attachment(await sourceOfMessage(context, name), context.member.company, part);
  if (found === undefined) throw Refusal.notFound();
  return { ...found, size: found.bytes.length };
});
