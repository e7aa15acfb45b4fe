/** Counts by key, and in all. */
export class Counter {
  readonly #counts = new Map<string, number>();
  #all = 0;

  get all(): number {
    return this.#all;
  }

  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** The keys that count for anything. */
  entries(): IterableIterator<[string, number]> {
    return this.#counts.entries();
  }

  add(key: string, count = 1): void {
    this.#all += count;
    this.#counts.set(key, this.count(key) + count);
  }

  remove(key: string, count = 1): void {
    this.#all -= count;
    const left = this.count(key) - count;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }
}
