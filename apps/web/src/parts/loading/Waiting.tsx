import { Spinner } from "../../ui/Spinner.tsx";

/** Fills the screen while it loads. The spinner appears late, so that a quick load shows none. */
export function Waiting() {
  return (
    <main aria-busy="true" aria-label="Loading" className="grid h-full place-items-center text-ink-faint">
      <div className="animate-late">
        <Spinner />
      </div>
    </main>
  );
}
