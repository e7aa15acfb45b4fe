import { createContext } from "react";

/** What takes one key or one click on every page behind the login (rows Y01, Y02). */
interface QuickActions {
  /** Makes an address, copies it and opens its inbox. @param meant see LoneKey; by default it is */
  newAddress: (meant?: LoneKey) => void;
  /** Whether an address is being made. */
  isMaking: boolean;
  /** Opens the form for an address. */
  createEmail: () => void;
  /** Copies the newest code of the open address, or of any. */
  copyLatestCode: (meant?: LoneKey) => void;
}

/** Whether a key was pressed for itself, which is known a moment after: as part of a word it does nothing. */
export type LoneKey = Promise<boolean>;

const nothing = () => {};

export const QuickActions = createContext<QuickActions>({
  ...{ newAddress: nothing, isMaking: false },
  ...{ createEmail: nothing, copyLatestCode: nothing },
});
