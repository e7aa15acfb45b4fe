export const emailScreenTexts = {
  toggleFailed: "Failed to update email status",
  noDomains: "No domains are available for your company. Please contact your administrator.",
  domainsFailed: "Unable to load domains. Please contact your administrator.",
  domainsNetwork: "Network error loading domains. Please check your connection.",
  foreignDomainShown: "The selected domain is not available for your company. Please select a different domain.",
  availabilityFailed: "Failed to check availability",
  unlimited: "Unlimited emails",
  used: (used: number, limit: number) => `${used} / ${limit} emails used`,
} as const;
