export const timeTexts = {
  invalidDate: "Invalid date",
  unknownTime: "Unknown time",
} as const;
