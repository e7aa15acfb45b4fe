import { ImageOff } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { handFocusOn } from "../../../ui/handFocusOn.ts";

/** Shown above a message whose remote images have not been loaded, to offer loading them. */
export function ImagesBar({ sender, onImages }: { sender: string; onImages: (always: boolean) => void }) {
  return (
    <div
      ref={handFocusOn}
      role="status"
      className="mb-3 flex flex-wrap items-center gap-2 rounded-base bg-sunken px-3 py-2 text-13"
    >
      <ImageOff aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <p className="min-w-0 flex-1 text-ink-soft">Images have not been loaded.</p>
      <Button onClick={() => onImages(false)}>Load once</Button>
      {sender !== "" && (
        <Button onClick={() => onImages(true)} className="min-w-0 max-w-full">
          <span className="truncate">
            Always from <span translate="no">{sender}</span>
          </span>
        </Button>
      )}
    </div>
  );
}
