import { useOnline } from "./useOnline.ts";

/** A thin bar while new mail cannot be heard of. */
export function ConnectionBar({ live }: { live: boolean }) {
  const online = useOnline();
  return (
    <div role="status">
      {(!online || !live) && (
        <p className="bg-amber-soft px-4 py-1 text-center text-12 text-amber-ink">
          {online
            ? "Reconnecting. New mail appears as soon as the connection is back."
            : "You are offline. New mail appears as soon as you are back."}
        </p>
      )}
    </div>
  );
}
