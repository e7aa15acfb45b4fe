export const paletteTexts = {
  newAddress: "New address",
  newAddressCopied: "New address copied to clipboard",
  newAddressNotCopied: "New address created. Your browser blocked copying. The name is above the list.",
  undo: "Undo",
  undone: "New address deactivated",
  latestCode: "Copy latest code",
  codeCopied: (code: string) => `Code ${code} copied`,
  noCode: "No code has arrived yet",
} as const;
