export const addressTexts = {
  copied: "Email copied to clipboard!",
  copyFailed: "Failed to copy email to clipboard",
  active: "Active",
  expired: "Expired",
  expiresNever: "Expires Never",
  expiresToday: "Expires today",
  expiresTomorrow: "Expires tomorrow",
  expiresIn: (days: number) => `Expires in ${days} days`,
} as const;
