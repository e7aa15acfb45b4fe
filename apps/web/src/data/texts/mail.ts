export const mailTexts = {
  noSubject: "No Subject",
  unknownSender: "Unknown Sender",
  codeCopied: "Code copied",
  more: "(more available)",
} as const;
