import { invitationTexts } from "@mayfly/contracts";

export const resetScreenTexts = {
  send: "Send Reset Link",
  tryAnother: "Try Another Email",
  backToLogin: "Back to Login",
  reset: "Reset Password",
  endKeys: "Also revoke my API keys",
  sent: "Check Your Email",
  ended: "This link is no longer valid",
  newLink: "Request a new link",
} as const;

/** What the server says of an invitation that has ended: its first sentence is the heading. */
const { ended } = invitationTexts;
const why = ended.indexOf(". ");

/** Of the page that the link of an invitation opens. */
export const joinTexts = {
  ended: ended.slice(0, why),
  whyEnded: ended.slice(why + 2),
  title: "Join your team",
  join: (company: string) => `Join ${company}`,
  unknown: "The invitation could not be loaded.",
  submit: "Join",
  sendCode: "Send me a code",
  codeFollows: "This link was not sent by email, so we will send a code to this address before you join.",
  anotherCode: "Send another code",
  back: "Change the password",
  signsOut: (email: string) => `Joining signs out ${email} in this browser.`,
  signIn: "Sign in",
  stillInvited: "Still invited?",
  newLink: "Get a new link by email",
} as const;
