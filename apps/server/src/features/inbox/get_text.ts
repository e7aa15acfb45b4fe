import { inbox, toFlag } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { sourceOfMessage } from "./inbox.ts";

export const get_text = handler(inbox.get_text, async (context, { name }) => {
  const found = await context.messages.text(await sourceOfMessage(context, name), context.member.company);
  return { text: found?.text ?? "", cut: toFlag(found?.cut ?? true) };
});
