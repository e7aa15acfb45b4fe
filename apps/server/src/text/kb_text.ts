const units = ["kilobyte", "megabyte", "gigabyte", "terabyte"];

/** Thousands of bytes as people read them: 500,000 as 500 MB. */
export function kbText(kb: number): string {
  const step = kb < 1000 ? 0 : Math.min(Math.floor(Math.log10(kb) / 3), units.length - 1);
  const unit = units[step];
  return new Intl.NumberFormat("en-US", {
    ...{ style: "unit", maximumFractionDigits: 1 },
    ...(unit && { unit }),
  }).format(kb / 1000 ** step);
}
