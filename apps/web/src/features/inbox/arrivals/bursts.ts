import type { InboxItem } from "../../../data/inboxItem.ts";

/** Mail that is told of together. */
export interface Burst {
  count: number;
  newest: InboxItem;
}

interface Options {
  /** Tells of new mail, in place of what was told of the burst before. */
  tell: (burst: Burst) => void;
  /** Whether what was told last can still be seen. */
  isTold: () => boolean;
  /** Milliseconds from telling to telling. */
  pause: number;
}

/** Groups mail that comes while the last is still told of (row Y02): it is told at once, then in pauses, and never flickers. */
export function bursts({ tell, isTold, pause }: Options) {
  let burst: Burst | undefined;
  let told = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function say(all: Burst) {
    told = all.count;
    tell(all);
    timer = setTimeout(() => {
      timer = undefined;
      if (burst !== undefined && burst.count > told) say(burst);
    }, pause);
  }
  return {
    /** @param came the newest last */
    add(came: readonly InboxItem[]) {
      const newest = came.at(-1);
      if (newest === undefined) return;
      const isOver = timer === undefined && !isTold();
      burst = { count: (isOver ? 0 : (burst?.count ?? 0)) + came.length, newest };
      if (timer === undefined) say(burst);
    },
    stop: () => clearTimeout(timer),
  };
}
