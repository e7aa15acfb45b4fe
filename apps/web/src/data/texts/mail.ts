export const mailTexts = {
  noSubject: "No Subject",
  unknownSender: "Unknown Sender",
  more: "(more available)",
} as const;
