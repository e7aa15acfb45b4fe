import type { Connection } from "../data/live.ts";
import { connectionTexts } from "../data/texts/connection.ts";
import { useOnline } from "./useOnline.ts";

interface Props {
  connection: Connection;
  /** What does not arrive meanwhile: the bar's text begins a sentence with it. */
  missed: string;
}

const said = {
  offline: connectionTexts.offline,
  away: connectionTexts.reconnecting,
  full: connectionTexts.tooManyTabs,
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
