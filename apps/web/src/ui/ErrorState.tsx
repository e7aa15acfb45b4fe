import { CircleAlert } from "lucide-react";
import { Button } from "./Button.tsx";
import { handFocusOn } from "./handFocusOn.ts";

/** Says what went wrong, with a button to try again. */
export function ErrorState({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div
      ref={handFocusOn}
      role="alert"
      className="flex flex-col items-center justify-center gap-4 px-6 py-12 text-center"
    >
      <CircleAlert aria-hidden="true" strokeWidth={1.5} className="size-7 text-red-ink" />
      <p className="max-w-96 font-medium text-balance wrap-anywhere">{text}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
