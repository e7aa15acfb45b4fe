import { type ComponentType, createContext, createElement, type ReactNode, use, useEffect, useState } from "react";

/** What stands in the place of a part that is still loading. */
export const Placeholder = createContext<ReactNode>(null);

/**
 * Like lazy(), but loaded again after a failure, and without Suspense: after a fallback React holds the content back
 * for 300 ms, however soon it is there.
 */
export function part<Props extends object>(get: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined;
  async function load() {
    loaded ??= (await get()).default;
    return loaded;
  }
  function Part(props: Props) {
    // Keeps one component for as long as it is mounted: another would lose its state.
    const [Drawn, setDrawn] = useState(() => loaded);
    const [failed, setFailed] = useState<{ failure: unknown }>();
    const placeholder = use(Placeholder);
    const missing = Drawn === undefined;
    useEffect(() => {
      if (!missing) return;
      let current = true;
      load().then(
        (component) => current && setDrawn(() => component),
        (failure: unknown) => current && setFailed({ failure }),
      );
      return () => {
        current = false;
      };
    }, [missing]);
    if (failed !== undefined) throw failed.failure;
    return missing ? placeholder : createElement(Drawn, props);
  }
  return Object.assign(Part, { load, isLoaded: () => loaded !== undefined });
}
