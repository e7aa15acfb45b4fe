import type { Connection } from "../../data/live.ts";
import { useOnline } from "./useOnline.ts";

interface Props {
  connection: Connection;
  /** What does not arrive meanwhile: the bar's text begins a sentence with it. */
  missed: string;
}

const said = {
  offline: (missed: string) => `You're offline. ${missed} will appear when you're back online.`,
  away: (missed: string) => `Reconnecting. ${missed} will appear when you're connected again.`,
  full: () => "Mayfly is open in too many tabs. Refresh to see what's new.",
} as const;

/** A thin bar while the live connection is down: at the bottom, where its coming and going moves nothing. */
export function ConnectionBar({ connection, missed }: Props) {
  const online = useOnline();
  const state = online ? connection : "offline";
  return (
    <div role="status" className="print:hidden">
      {state !== "live" && (
        <p className="bg-amber-soft px-4 py-1 text-center text-12 text-amber-ink">{said[state](missed)}</p>
      )}
    </div>
  );
}
