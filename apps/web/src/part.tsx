import { type ComponentType, createElement, lazy, useState } from "react";

/** Milliseconds before a part that could not be loaded can be asked for again: its failure is drawn before. */
const pause = 100;

/**
 * Like lazy(), but drawn at once where it has been loaded before, and loaded again after a failure. After a fallback React
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
      (failure) => {
        // The old one keeps the failure.
        setTimeout(() => {
          Lazy = lazy(load);
        }, pause);
        throw failure;
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
