const ends: (() => Promise<unknown>)[] = [];
let cleaning: Promise<void> | undefined;

/** Says what must be ended or removed when the benchmark is over, however it ends. Last in, first out. */
export function atEnd(end: () => Promise<unknown>): void {
  ends.push(end);
}

/** A signal and the end of the benchmark may both ask for it at once. */
export function cleanUp(): Promise<void> {
  cleaning ??= endAll().finally(() => {
    cleaning = undefined;
  });
  return cleaning;
}

/** Leaves nothing running when the program is told to end. */
export function cleanUpOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
  }
}

async function endAll() {
  for (let end = ends.pop(); end; end = ends.pop()) await end().catch((error) => console.error(error));
}
