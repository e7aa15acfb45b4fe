import { inbox, toFlag } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { sourceOfMessage } from "./inbox.ts";

export const get_text = handler(inbox.get_text, async (context, { name }) => {
  const { text, cut } = (await context.messages.text(await sourceOfMessage(context, name))) ?? { text: "", cut: false };
  return { text, cut: toFlag(cut) };
});
