import { type ComponentType, useEffect, useEffectEvent, useState } from "react";

/** A module whose default export is a component. */
export type Loading<Props> = Promise<{ default: ComponentType<Props> }>;

/**
 * Loads a component once it is wanted, unless it is given. After a failure it is loaded when it is wanted anew.
 *
 * @returns the component, the same one for as long as the caller is mounted: another would lose its state
 */
export function useLoaded<Props>(
  load: () => Loading<Props>,
  wanted: boolean,
  onFailure: (failure: unknown) => void,
  given?: ComponentType<Props>,
): ComponentType<Props> | undefined {
  const [Loaded, setLoaded] = useState(() => given);
  const missing = wanted && Loaded === undefined;
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    if (!missing) return;
    let current = true;
    load().then(
      (module) => current && setLoaded(() => module.default),
      (failure: unknown) => current && fail(failure),
    );
    return () => {
      current = false;
    };
  }, [missing, load]);
  return Loaded;
}
