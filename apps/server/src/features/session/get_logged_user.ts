import { guest, session } from "@mayfly/contracts";
import { handler } from "../../context.ts";

export const get_logged_user = handler(session.get_logged_user, async ({ member }) => member?.name ?? guest);
