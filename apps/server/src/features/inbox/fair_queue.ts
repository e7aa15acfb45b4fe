/** What waits, by who it is for: each in turn gets one, so that nobody waits behind all of another's. */
export class FairQueue<Item> {
  readonly #waiting = new Map<string, Item[]>();

  push(key: string, item: Item): void {
    const own = this.#waiting.get(key);
    if (own) own.push(item);
    else this.#waiting.set(key, [item]);
  }

  /** What was taken and not got to comes before what else waits for the same. */
  putBack(key: string, item: Item): void {
    const own = this.#waiting.get(key);
    if (own) own.unshift(item);
    else this.#waiting.set(key, [item]);
  }

  /** Whatever waits for one, and no longer does. */
  takeAll(key: string): Item[] {
    const own = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
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
    return taken;
  }
}
