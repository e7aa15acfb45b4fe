const tomorrow = "Please try again tomorrow, or upgrade your plan.";

/** Why a company may not create another one today (UTC), by quota. */
export const quotaTexts = {
  email: `Your company has created as many addresses today as its plan allows. ${tomorrow}`,
  domain: `Your company has added as many domains today as its plan allows. ${tomorrow}`,
  webhook: `Your company has created as many webhooks today as its plan allows. ${tomorrow}`,
  invitation: "Your company has sent too many invitations today that nobody has accepted. Please try again tomorrow.",
} as const;

/** What a notification says instead of all further ones of the day. */
export const notificationQuota = {
  subject: "More happened than is listed",
  content:
    "Your company has had as many notifications today as its plan allows. Further notifications of today are not listed.",
} as const;
