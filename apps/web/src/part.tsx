import { type ComponentType, createElement, lazy, useState } from "react";

/** Milliseconds until a part that failed to load can be loaded again: React draws the failure first. */
const pause = 100;

/**
 * Like lazy(), but drawn at once if it has been loaded before, and loaded again after a failure. After a fallback React
 * holds content back for 300 ms, which would add up on a screen of several nested parts.
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
        // The old lazy component keeps its failure for ever.
        setTimeout(() => {
          Lazy = lazy(load);
        }, pause);
        throw failure;
      },
    );
  let Lazy = lazy(load);
  function Part(props: Props) {
    // Keeps one component for as long as it is mounted: another would lose its state.
    const [Drawn] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Drawn, props);
  }
  return Object.assign(Part, { load, isLoaded: () => loaded !== undefined });
}
