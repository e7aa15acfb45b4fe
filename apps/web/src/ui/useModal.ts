import { useFocusReturn } from "./useFocusReturn.ts";
import { useSecondPress } from "./useSecondPress.ts";

/** The props for the content of everything that opens over a page. */
export const useModal = (open: boolean) => ({
  onPointerDownOutside: useSecondPress(open),
  onCloseAutoFocus: useFocusReturn(open),
});

/** For a dialog whose title says everything. */
export const withoutDescription = { "aria-describedby": undefined };
