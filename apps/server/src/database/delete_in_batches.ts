/** Rows that one statement deletes: no statement may take long, even if each row has some hundred kilobytes. */
const batch = 1_000;

/** Deletes all rows that `find` returns, a batch at a time. */
export async function deleteInBatches(
  find: (take: number) => Promise<{ name: string }[]>,
  remove: (names: string[]) => Promise<unknown>,
): Promise<void> {
  for (let more = true; more; ) {
    const rows = await find(batch);
    await remove(rows.map(({ name }) => name));
    more = rows.length === batch;
  }
}

/** The same where rows are deleted by what they are, and not by name. */
export async function deleteByLimit(remove: (limit: number) => Promise<{ count: number }>): Promise<void> {
  while ((await remove(batch)).count === batch);
}
