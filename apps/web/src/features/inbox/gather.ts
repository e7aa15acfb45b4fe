/** Hands on the first at once, and what follows within `wait` milliseconds of it together. */
export function gather<Item>(wait: number, hand: (items: readonly Item[]) => void) {
  let waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    const items = waiting;
    waiting = [];
    timer = items.length === 0 ? undefined : setTimeout(flush, wait);
    if (items.length > 0) hand(items);
  }

  return {
    add(item: Item) {
      waiting.push(item);
      if (timer === undefined) flush();
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
