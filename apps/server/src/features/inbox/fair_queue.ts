/** What waits, by who it is for: each in turn gets one, so that nobody waits behind all of another's. */
export class FairQueue<Item> {
  #waiting = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(key: string, item: Item): void {
    this.#size += 1;
    const own = this.#waiting.get(key);
    if (own) own.push(item);
    else this.#waiting.set(key, [item]);
  }

  /** What was taken and not got to, in that order, comes before all that waits: its turn was before. */
  putBack(taken: (readonly [key: string, item: Item])[]): void {
    if (taken.length === 0) return;
    const waiting = this.#waiting;
    // One that is cleared leaves its table behind, with all that was in it (decision 014).
    this.#waiting = new Map();
    this.#size = 0;
    for (const [key, item] of taken) this.push(key, item);
    for (const [key, items] of waiting) for (const item of items) this.push(key, item);
  }

  /** Whatever waits for one, and no longer does. */
  takeAll(key: string): Item[] {
    const own = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    this.#size -= own.length;
    return own;
  }

  /** The one that is taken next. */
  first(): Item | undefined {
    const [own] = this.#waiting.values();
    return own?.[0];
  }

  /** At most `count`, and no longer waiting. */
  take(count: number): Item[] {
    const taken: Item[] = [];
    while (taken.length < count) {
      const [first] = this.#waiting;
      if (first === undefined) break;
      const [key, own] = first;
      this.#waiting.delete(key);
      // The only one who waits need not take turns.
      const share = this.#waiting.size === 0 ? count - taken.length : 1;
      taken.push(...own.splice(0, share));
      if (own.length > 0) this.#waiting.set(key, own);
    }
    this.#size -= taken.length;
    return taken;
  }
}
