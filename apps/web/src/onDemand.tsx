import { texts } from "@mayfly/contracts";
import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import type { Openable } from "./ui/Openable.ts";
import { toast } from "./ui/toasts.ts";

/**
 * What opens over a screen, loaded when it is first opened, or ahead by `load`. If it can't be had it says so, and can be
 * opened again.
 */
export function onDemand<Props extends Openable>(load: () => Promise<{ default: ComponentType<Props> }>) {
  function OnDemand(props: Props) {
    const { open } = props;
    const [Part, setPart] = useState<ComponentType<Props>>();
    const missing = open && Part === undefined;
    const fail = useEffectEvent(() => {
      toast.error(texts.networkError);
      props.onOpenChange(false);
    });

    useEffect(() => {
      if (!missing) return;
      let current = true;
      load().then(
        (part) => current && setPart(() => part.default),
        () => current && fail(),
      );
      return () => {
        current = false;
      };
    }, [missing]);

    return Part && <Part {...props} />;
  }
  return Object.assign(OnDemand, { load });
}
