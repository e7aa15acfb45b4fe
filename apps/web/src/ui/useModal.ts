import { useFocusReturn } from "./useFocusReturn.ts";
import { useSecondPress } from "./useSecondPress.ts";

/** What the content of everything that opens over a page takes. */
export const useModal = (open: boolean) => ({
  onPointerDownOutside: useSecondPress(open),
  onCloseAutoFocus: useFocusReturn(open),
});

/** Of one whose title says all. */
export const withoutDescription = { "aria-describedby": undefined };
