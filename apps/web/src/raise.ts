import { limits } from "@mayfly/contracts";
import { toast } from "./ui/toasts.ts";

/** A toast of what the server or the plan would not let through (M09). */
export const raise = (text: string, slot?: string) => toast.error(text, { duration: limits.serverErrorToast, slot });
