/** Rows that one statement deletes: none is to take long, however many there are, with some hundred kilobytes each. */
const batch = 1_000;

/** Deletes all that is found, a batch at a time. */
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
