import { limits } from "@mayfly/contracts";
import { addressTexts } from "../../data/texts/address.ts";
import { unreadCount } from "../../data/unreadCount.ts";

export const emailScreenTexts = {
  toggleFailed: "Failed to update email status",
  noDomains: addressTexts.noDomains,
  domainsFailed: "Unable to load domains. Please contact your administrator.",
  domainsNetwork: "Network error loading domains. Please check your connection.",
  foreignDomainShown: "The selected domain is not available for your company. Please select a different domain.",
  availabilityFailed: "Failed to check availability",
  deactivated: (count: number) => `${count} emails deactivated`,
  activated: (count: number) => `${count} emails activated`,
  notDeactivated: (count: number) => `${count} ${count === 1 ? "email" : "emails"} could not be deactivated.`,
  undo: "Undo",
  selectPage: "Select this page",
  /** @param isCut whether more match than can be chosen at once */
  selectAll: (count: number, isCut: boolean) =>
    isCut ? `Select the first ${count}` : `Select all ${count} that match`,
  selected: (count: number) => `${count} selected`,
  deactivating: (over: number, count: number) => `Deactivating ${over} of ${count}`,
  deactivate: "Deactivate",
  clear: "Clear the selection",
  noneLikeThat: "No address matches these filters.",
  stopFiltering: "Remove this filter",
  filteredBy: { tag: "Tag:", run: "Run:" },
  onlyTag: (tag: string) => `Only emails with the tag ${tag}`,
  onlyRun: (run: string) => `Only emails of the run ${run}`,
  label: (address: string) => `Tags and note of ${address}`,
  tagsHint: `Up to ${limits.tagsMax}, with commas or spaces between. Lowercase letters, digits and hyphens.`,
  unread: (count: number) => `${unreadCount(count)} unread`,
  noMail: "No mail yet",
  unlimited: "Unlimited emails",
  used: (used: number, limit: number) => (limit === 1 ? `${used} / 1 email used` : `${used} / ${limit} emails used`),
} as const;
