import { inbox } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { sourceOfMessage } from "./inbox.ts";

export const download_message = handler(inbox.download_message, async (context, { name }) => {
  const raw = await context.messages.raw(await sourceOfMessage(context, name));
  return { content_type: "message/rfc822", filename: `${name}.eml`, ...raw };
});
