const ends: (() => Promise<unknown>)[] = [];
let cleaning: Promise<void> | undefined;

/** Says what must be ended or removed when the benchmark is over, however it ends. Last in, first out. */
export function atEnd(end: () => Promise<unknown>): void {
  ends.push(end);
}

/** A signal and the end of the benchmark may both ask for it; it is done once. */
export function cleanUp(): Promise<void> {
  cleaning ??= endAll();
  return cleaning;
}

async function endAll() {
  for (let end = ends.pop(); end; end = ends.pop()) await end().catch((error) => console.error(error));
}
