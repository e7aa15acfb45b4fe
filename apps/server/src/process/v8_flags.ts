import { cachedDataVersionTag, setFlagsFromString } from "node:v8";

// All flags that this process sets. V8 promises nothing about them: v8_flags.test.ts asks the Node that is installed
// whether it still knows each.

export const flags = {
  /**
   * Mail passes through buffers outside V8's heap. By default every 64 MB of them trigger a full garbage collection, a
   * third of the work of receiving mail. Counted with the heap, they trigger one only when there is something to gain.
   */
  buffersCountWithHeap: "--external-memory-accounted-in-global-limit",
  /**
   * By default V8 optimises Prisma's query compiler (WebAssembly) during the start, for speed that a start does not
   * need: it costs a fifth of the start's time, and 40 MB. With this budget V8 does so later, after enough queries.
   */
  queriesOptimisedLater: "--wasm-tiering-budget=100000000",
  /**
   * After a silence V8 lets the heap grow by little before it collects all of it. When much mail came then, that
   * happened several times a second (decision 014).
   */
  heapGrowsFurther: "--heap-growing-percent=200",
  /** Makes a function of the garbage collector (collect_garbage.ts). */
  collectorExposed: "--expose-gc",
} as const;

/** Flags that changed nothing when they were set. */
export const idleFlags: string[] = [];

/** For the start, before anything that uses memory. */
export function setFlagsOfStart(): void {
  setFlag(flags.buffersCountWithHeap);
  setFlag(flags.queriesOptimisedLater);
}

/** Not for the start, whose garbage would take more memory. */
export const letHeapGrowFurther = (): void => setFlag(flags.heapGrowsFurther);

/** For any thread, as often as it likes: collect_garbage.ts fails without what this flag gives. */
export const exposeCollector = (): void => setFlagsFromString(flags.collectorExposed);

/**
 * V8 writes a line on stderr about a flag that it does not know, and goes on. Its tag depends on the values of all
 * flags: one that is known, and is not set already, changes it. To ask for it takes less than 0.1 ms.
 */
export function setFlag(flag: string): void {
  const before = cachedDataVersionTag();
  setFlagsFromString(flag);
  if (cachedDataVersionTag() === before) idleFlags.push(flag);
}
