import { useNow } from "./clock.ts";
import { relativeTime } from "./relativeTime.ts";

export function RelativeTime({ instant }: { instant: string }) {
  return <time dateTime={instant}>{relativeTime(instant, useNow())}</time>;
}
