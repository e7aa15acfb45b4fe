import { serverErrorToastMilliseconds } from "../../data/limits.ts";
import { toast } from "../../ui/toasts.ts";

/** Raises a toast for what the server or the plan has refused (M09). */
export const raise = (text: string, slot?: string) =>
  toast.error(text, { duration: serverErrorToastMilliseconds, slot });
