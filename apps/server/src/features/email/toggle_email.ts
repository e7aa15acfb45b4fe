import { email, emailTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { changeEmail } from "./change_email.ts";
import { asEmail } from "./email.ts";

export const toggle_email = handler(email.toggle_email, async (context, { email: address, action }) => {
  const is_active = action === "activate";
  const row = await changeEmail(context, address, { is_active });
  return {
    success: true,
    message: is_active ? emailTexts.activated : emailTexts.deactivated,
    email: asEmail(row),
  };
});
