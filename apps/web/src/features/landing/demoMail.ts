import type { InboxItem } from "../../data/inboxItem.ts";

/** A message of the demonstration, which the row of the inbox draws. */
export interface DemoMessage extends InboxItem {
  body: readonly string[];
  /** What the reader wants from the message: a code, an amount. */
  key?: string;
}

export const demoAddress = "signup-test@mayfly.test";

const sample = (
  name: string,
  minutesAgo: number,
  message: Pick<DemoMessage, "subject" | "sender" | "body" | "key">,
) => ({
  ...message,
  name,
  owner: "",
  minutesAgo,
  preview: message.body.join(" "),
  code: "",
  has_attachment: false,
  recipients: demoAddress,
  _seen: [],
});

/** The messages that are there from the start, newest first. */
export const present = [
  sample("receipt", 6, {
    sender: { name: "Harbor Coffee", address: "orders@harbor-coffee.example" },
    subject: "Your receipt for order 2041",
    key: "€18.40",
    body: ["Thank you for your order.", "Two bags of Yirgacheffe, ground for filter, leave our roastery tomorrow."],
  }),
  sample("deploy", 24, {
    sender: { name: "Build server", address: "builds@ci.example" },
    subject: "Staging deployed: 214 checks passed",
    body: ["Release 4.18.0 is on staging.", "214 checks passed, none failed. It took 3 minutes and 12 seconds."],
  }),
] as const;

/** The messages that arrive while the visitor watches, in this order. */
export const coming = [
  sample("code", 0, {
    sender: { name: "Northwind Accounts", address: "no-reply@northwind.example" },
    subject: "481 209 is your verification code",
    key: "481 209",
    body: [
      "Enter this code to finish signing up.",
      "It expires in ten minutes. If this wasn't you, you can ignore this email.",
    ],
  }),
  sample("welcome", 0, {
    sender: { name: "Northwind", address: "hello@northwind.example" },
    subject: "Welcome to Northwind",
    body: ["Your account is ready.", "Start with a project, or invite the people you work with."],
  }),
  sample("german", 0, {
    sender: { name: "Stadtwerke Lindental", address: "konto@stadtwerke-lindental.example" },
    subject: "Bestätigen Sie Ihre E-Mail-Adresse",
    body: ["Guten Tag,", "bitte bestätigen Sie Ihre Adresse, damit wir Ihnen die Abrechnung zustellen können."],
  }),
] as const;

type Sample = (typeof present | typeof coming)[number];

export const arrived = ({ minutesAgo, ...message }: Sample, now: number): DemoMessage => ({
  ...message,
  creation: new Date(now - minutesAgo * 60_000).toISOString(),
});
