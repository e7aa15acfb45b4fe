/** Hands on the first item at once, and all items that follow within `wait` milliseconds as one batch. */
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
