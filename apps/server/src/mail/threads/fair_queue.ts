/** A queue whose items have keys. The keys take turns, one item each, so that no key waits for all items of another. */
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

  /** Puts items that were taken but not processed before all others, in the same order: their turn came earlier. */
  putBack(taken: (readonly [key: string, item: Item])[]): void {
    if (taken.length === 0) return;
    const waiting = this.#waiting;
    // A new Map, because one that is cleared leaves behind a table that keeps contents alive (decision 014).
    this.#waiting = new Map();
    this.#size = 0;
    for (const [key, item] of taken) this.push(key, item);
    for (const [key, items] of waiting) for (const item of items) this.push(key, item);
  }

  /** Removes and returns all items of a key. */
  takeAll(key: string): Item[] {
    const own = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    this.#size -= own.length;
    return own;
  }

  /** The item that is taken next. */
  first(): Item | undefined {
    const [own] = this.#waiting.values();
    return own?.[0];
  }

  /** Removes and returns at most `count` items. */
  take(count: number): Item[] {
    const taken: Item[] = [];
    while (taken.length < count) {
      const [first] = this.#waiting;
      if (first === undefined) break;
      const [key, own] = first;
      this.#waiting.delete(key);
      // The only key with items left need not take turns.
      const share = this.#waiting.size === 0 ? count - taken.length : 1;
      taken.push(...own.splice(0, share));
      if (own.length > 0) this.#waiting.set(key, own);
    }
    this.#size -= taken.length;
    return taken;
  }
}
