/** The rows from one to another, whichever is above; only the other if the first is not among them. */
export function range(rows: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [start, end] = [rows.indexOf(from ?? to), rows.indexOf(to)].sort((one, other) => one - other);
  return start === undefined || end === undefined || start < 0 ? [to] : rows.slice(start, end + 1);
}
