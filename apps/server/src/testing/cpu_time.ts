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
