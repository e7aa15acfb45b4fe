/** Milliseconds that this thread has worked for: what else the machine is busy with does not count. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
