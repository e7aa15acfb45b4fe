/** How many calls are under way at once: a member's calls are served few at a time anyway. */
const atOnce = 4;

export interface Settled {
  done: string[];
  failed: string[];
  /** Why the first of them failed. */
  why: unknown;
}

/** Makes a call for each of many addresses, a few at a time, and goes on past what fails. @param onEach hears how many are over */
export async function settleEach(
  names: readonly string[],
  make: (name: string) => Promise<unknown>,
  onEach: (over: number) => void = () => {},
): Promise<Settled> {
  const done: string[] = [];
  const failed: string[] = [];
  let why: unknown;
  const waiting = names.values();
  async function work() {
    for (const name of waiting) {
      try {
        await make(name);
        done.push(name);
      } catch (failure) {
        failed.push(name);
        why ??= failure;
      }
      onEach(done.length + failed.length);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return { done, failed, why };
}
