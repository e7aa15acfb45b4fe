export const paletteTexts = {
  newAddress: "New address",
  newAddressCopied: "New address copied to clipboard",
  newAddressNotCopied: "New address created. The browser does not allow to copy it: its name is above the list.",
  undo: "Undo",
  undone: "New address deactivated",
  latestCode: "Copy latest code",
  codeCopied: (code: string) => `Code ${code} copied`,
  noCode: "No code has come yet",
} as const;
