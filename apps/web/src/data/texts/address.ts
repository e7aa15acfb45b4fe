export const addressTexts = {
  noDomains: "No domains are available for your company. Please contact your administrator.",
  copied: "Email copied to clipboard!",
  copyFailed: "Failed to copy email to clipboard",
  active: "Active",
  expired: "Expired",
  deactivated: "Deactivated",
  expiresNever: "Expires Never",
  expiresToday: "Expires today",
  expiresTomorrow: "Expires tomorrow",
  expiresIn: (days: number) => `Expires in ${days} days`,
} as const;
