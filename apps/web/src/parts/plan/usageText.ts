/** How much of a plan's limit is used, as every page shows it (rows E25, F02 and F03): "1/3", "1/∞". */
export const usageText = ({ used, limit, unlimited }: { used: number; limit: number; unlimited: boolean }) =>
  `${used}/${unlimited ? "\u221e" : limit}`;
