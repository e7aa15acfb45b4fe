/** A page as reportview.get answers it: the names of the columns, and the rows' values in that order. */
export interface ReportPage {
  keys: readonly string[];
  values: readonly (readonly unknown[])[];
}

export const rowsOf = ({ keys, values }: ReportPage): Record<string, unknown>[] =>
  values.map((row) => Object.fromEntries(keys.map((key, column) => [key, row[column]])));
