import { texts } from "@mayfly/contracts";
import { type ComponentType, createElement, lazy, useState } from "react";
import { NetworkFailure } from "./api.ts";

const renewals: (() => void)[] = [];

/** What could not be loaded is tried again when it is drawn next. For who has caught the failure: before, that is at once, for ever. */
export const renewParts = () => {
  for (const renew of renewals.splice(0)) renew();
};

/**
 * Like lazy(), but drawn at once where it has been loaded before. After a fallback React
 * holds content back for 300 ms, so that a screen of several parts, one in the other, would come late by that for each.
 */
export function part<Props extends object>(get: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined;
  const load = () =>
    get().then(
      (module) => {
        loaded = module.default;
        return module;
      },
      (cause) => {
        // The old one keeps the failure.
        renewals.push(() => {
          Lazy = lazy(load);
        });
        throw new NetworkFailure(texts.networkError, { cause });
      },
    );
  let Lazy = lazy(load);
  function Part(props: Props) {
    // For as long as it stands: another component would lose what this one knows.
    const [Drawn] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Drawn, props);
  }
  return Object.assign(Part, { load, isLoaded: () => loaded !== undefined });
}
