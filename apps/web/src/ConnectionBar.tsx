import { useOnline } from "./useOnline.ts";

interface Props {
  live: boolean;
  /** What cannot be heard of meanwhile: the beginning of a sentence. */
  missed: string;
}

/** A thin bar while the server cannot be heard: at the bottom, where its coming and going moves nothing. */
export function ConnectionBar({ live, missed }: Props) {
  const online = useOnline();
  return (
    <div role="status" className="print:hidden">
      {(!online || !live) && (
        <p className="bg-amber-soft px-4 py-1 text-center text-12 text-amber-ink">
          {online
            ? `Reconnecting. ${missed} appears as soon as the connection is back.`
            : `You are offline. ${missed} appears as soon as you are back.`}
        </p>
      )}
    </div>
  );
}
