import { email, emailTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { changeEmail } from "./change_email.ts";
import { asEmail } from "./email.ts";

export const label_email = handler(email.label_email, async (context, { email: address, tags, note }) => {
  const row = await changeEmail(context, address, { tags, note });
  return { success: true, message: emailTexts.labelled, email: asEmail(row) };
});
