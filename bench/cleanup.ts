const ends: (() => Promise<unknown>)[] = [];
let cleaning: Promise<void> | undefined;

/** Registers what must be ended or removed when the benchmark is over, however it ends. Last in, first out. */
export function atEnd(end: () => Promise<unknown>): void {
  ends.push(end);
}

/** Cleans up once, even if a signal and the end of the benchmark ask for it at the same time. */
export function cleanUp(): Promise<void> {
  cleaning ??= endAll().finally(() => {
    cleaning = undefined;
  });
  return cleaning;
}

/** Cleans up when the program is told to end, so that nothing is left running. */
export function cleanUpOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
  }
}

async function endAll() {
  for (let end = ends.pop(); end; end = ends.pop()) await end().catch((error) => console.error(error));
}
