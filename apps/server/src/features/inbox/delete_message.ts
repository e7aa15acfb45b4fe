import { inbox, messageTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { deleteMessage } from "./delete_messages.ts";

export const delete_message = handler(inbox.delete_message, async (context, { name }) => {
  await deleteMessage(context, name);
  return { success: true, message: messageTexts.deleted };
});
