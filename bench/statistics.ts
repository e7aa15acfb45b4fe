/** The value that a share of the values does not exceed (nearest rank); NaN when there are none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** How a measured time is spread. */
export const spread = (times: number[]) => ({
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  p99: percentile(times, 0.99),
  max: percentile(times, 1),
});
