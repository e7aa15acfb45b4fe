import { useNow } from "../data/clock.ts";
import { relativeTime } from "../data/relativeTime.ts";

export function RelativeTime({ instant }: { instant: string }) {
  return <time dateTime={instant}>{relativeTime(instant, useNow())}</time>;
}
