/** The CPU time of this thread in milliseconds: other load on the machine does not count. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * How many times longer everything takes because of other programs on the machine: the time of a piece of work by the clock,
 * divided by what it takes of a core. At least 1. What is measured by the clock has its bound multiplied by this.
 */
export function slowdown(): number {
  const [begin, work] = [performance.now(), cpuTime()];
  while (cpuTime() - work < 100);
  return Math.max(1, (performance.now() - begin) / (cpuTime() - work));
}

/** What the fixed piece of work takes on the machine for which bounds in milliseconds are written. */
const usualMilliseconds = 60;
const pieces = Array.from({ length: 20_000 }, (_, no) => `${(no * 7919) % 104_729} of ${no}`);
/**
 * The CPU time since then, in milliseconds, as the usual machine would need it. A slower processor, or one whose caches
 * other programs use, takes longer for everything, so a fixed piece of work is timed beside it.
 */
export function usualTimeSince(begin: number): number {
  const end = cpuTime();
  const spent = end - begin;
  for (let run = 0; run < 5; run += 1)
    pieces
      .toSorted()
      .join("\n")
      .replace(/\d+ of (\d)/g, "$1")
      .split("\n");
  return spent / Math.max(1, (cpuTime() - end) / usualMilliseconds);
}
