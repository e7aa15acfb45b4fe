import { texts } from "@mayfly/contracts";
import { connectionTexts } from "../../data/texts/connection.ts";
import type { Openable } from "../../ui/Openable.ts";
import { TextButton } from "../../ui/TextButton.tsx";
import { toast } from "../../ui/toasts.ts";
import { type Loading, useLoaded } from "./useLoaded.ts";

const reload = (
  <p className="mt-2 text-13">
    <TextButton onClick={() => location.reload()}>Reload the page</TextButton>
  </p>
);

/**
 * A component that opens over a screen, loaded when first opened, or ahead by `load`. If loading fails it shows an
 * error and can be opened again.
 */
export function onDemand<Props extends Openable>(load: () => Loading<Props>) {
  function OnDemand(props: Props) {
    const Part = useLoaded(load, props.open, () => {
      // Online, the missing scripts are those of a release that the server no longer has.
      if (navigator.onLine) toast.error(texts.unexpected, { more: reload });
      else toast.error(connectionTexts.networkError);
      props.onOpenChange(false);
    });
    if (Part === undefined) return props.open && <span data-opening hidden />;
    return <Part {...props} />;
  }
  return Object.assign(OnDemand, { load });
}
