import { inbox } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { readableMessage } from "./inbox.ts";

export const download_message = handler(inbox.download_message, async (context, { name }) => {
  const { source, subject } = await readableMessage(context, name);
  const raw = await context.messages.raw(source);
  return { content_type: "message/rfc822", filename: `${subject.replace(/[/\\]/g, "_") || name}.eml`, ...raw };
});
