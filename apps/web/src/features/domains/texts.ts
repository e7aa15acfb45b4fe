export const domainScreenTexts = {
  addFailed: "Failed to add domain",
  verifyFailed: "Failed to verify domain",
  removeFailed: "Failed to remove domain",
  loadFailed: "Failed to load domains",
  default: "Default",
  isVerified: "Verified",
  isUnverified: "Unverified",
  empty: "No domains",
  adds: (name: string) => `Adds ${name}`,
  inDns: (name: string, ascii: string) => `Adds ${name}, in DNS ${ascii}`,
  copied: "Copied to clipboard!",
  copyFailed: "Failed to copy to clipboard",
  mailElsewhereHint:
    "The domain is verified, but mail does not reach us yet. Its MX record below shows what to change.",
} as const;
