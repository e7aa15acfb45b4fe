export const firstStepTexts = {
  title: "First steps",
  dismiss: "Dismiss the first steps",
  done: "(done)",
  address: "Create an address: press “New address” above",
  mail: "Send it a test email",
  sendMail: "Send a test email",
  code: "Copy the code from the email",
  openInbox: "Open the inbox",
  copyCode: "Copy the code",
  team: "Invite your team",
  invite: "Invite",
} as const;
