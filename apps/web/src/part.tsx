import { texts } from "@mayfly/contracts";
import { type ComponentType, createElement, lazy, useState } from "react";
import { NetworkFailure } from "./api.ts";

/** A part of the app could not be loaded, and will not be tried again until it is told to be. */
export class Missing extends NetworkFailure {
  readonly tryAgain: () => void;

  constructor(tryAgain: () => void, cause: unknown) {
    super(texts.networkError, { cause });
    this.tryAgain = tryAgain;
  }
}

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
        throw new Missing(() => {
          // The old one keeps the failure.
          Lazy = lazy(load);
        }, cause);
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
