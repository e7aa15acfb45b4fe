import { limits } from "@mayfly/contracts";
import { toast } from "./ui/toasts.ts";

/** Raises a toast for what the server or the plan has refused (M09). */
export const raise = (text: string, slot?: string) => toast.error(text, { duration: limits.serverErrorToast, slot });
