/** Business constants and limits. Times in milliseconds unless the name says otherwise. */
export const limits = {
  passwordMin: 8,
  /** Hashing cost grows with length, so a password has an end (threat 36). */
  passwordMax: 256,
  otpLength: 6,
  otpResendWait: 30_000,
  inviteNameMin: 2,
  /** Characters of a name, and of every other line of text that has no bound of its own. */
  lineMax: 140,
  phoneMax: 40,
  urlMax: 2048,
  /** Characters before the @ (RFC 5321 section 4.5.3.1.1). */
  prefixMax: 64,
  /** Characters of an address (RFC 5321 section 4.5.3.1.3, without the brackets). */
  addressMax: 254,
  emailReasonMax: 150,
  /** Of an address. */
  tagsMax: 10,
  tagMax: 32,
  noteMax: 500,
  apiKeysMax: 100,
  /** Emails, domains, webhooks and team members. */
  pageSize: 5,
  /** The most that a count request counts. */
  count: 1001,
  /** Days; 0 is never. Sent as days times 86,400 seconds. */
  expiryDays: [0, 1, 7, 30, 90, 365],
  country: "US",
  webhookDescriptionMax: 500,
  /** The highest row at which a page of domains, webhooks, deliveries or team members may start. */
  listStartMax: 1_000_000,
  /** The longest page of domains, webhooks and deliveries. */
  listPageMax: 100,
  inboxPageSize: 20,
  /** On the dashboard's first page. */
  recentEmails: 10,
  recentNotifications: 20,
  /** Addresses whose mail is summed up at once. */
  summaryMax: 100,
  /** Unread messages of an address are counted up to here: people read "99+". */
  countedUnread: 100,
  /** The longest page that a generic list call answers. */
  pageMax: 1000,
  /** Dollars a month. */
  prices: { starter: 0, professional: 49, business: 199 },
  starterEmails: 5,
  starterDeactivationHours: 24,
} as const;

/** The dashboard's plan names. */
export const planNames = { starter: "Starter", professional: "Professional", business: "Business" } as const;
/** The landing page's name for Business; accepted wherever a plan is named (requirement P08). */
export const enterprise = "Enterprise";
