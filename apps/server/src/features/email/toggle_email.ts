import { email, emailTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { changeEmail, undoDeactivation } from "./change_email.ts";
import { asEmail } from "./email.ts";

export const toggle_email = handler(email.toggle_email, async (context, { email: address, action }) => {
  const is_active = action !== "deactivate";
  const row = await (action === "undo"
    ? undoDeactivation(context, address)
    : changeEmail(context, address, { is_active }));
  return {
    success: true,
    message: is_active ? emailTexts.activated : emailTexts.deactivated,
    email: asEmail(row),
  };
});
