import { useFocusReturn } from "./useFocusReturn.ts";
import { useSecondPress } from "./useSecondPress.ts";

/** What the content of everything that opens over a page takes. */
export const useModal = (open: boolean) => ({
  // Its title says all.
  "aria-describedby": undefined,
  onPointerDownOutside: useSecondPress(open),
  onCloseAutoFocus: useFocusReturn(open),
});
