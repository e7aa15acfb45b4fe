import { Spinner } from "./ui/Spinner.tsx";

/** A whole screen that is not here yet. The spinner comes late, so that a quick answer shows none. */
export function Waiting() {
  return (
    <main aria-busy="true" aria-label="Loading" className="grid h-full place-items-center text-ink-faint">
      <div className="animate-late">
        <Spinner />
      </div>
    </main>
  );
}
