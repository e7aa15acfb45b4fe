import { createContext, createElement, type ReactNode, use, useState } from "react";
import { type Loading, useLoaded } from "./useLoaded.ts";

/** What stands in the place of a part that is still loading. */
export const Placeholder = createContext<ReactNode>(null);

/**
 * Like lazy(), but loaded again after a failure, and without Suspense: after a fallback React holds the content back
 * for 300 ms, however soon it is there.
 */
export function part<Props extends object>(get: () => Loading<Props>) {
  let loaded: Awaited<Loading<Props>>["default"] | undefined;
  async function load() {
    const module = await get();
    loaded = module.default;
    return module;
  }
  function Part(props: Props) {
    const [failed, setFailed] = useState<{ failure: unknown }>();
    const placeholder = use(Placeholder);
    const Loaded = useLoaded(load, true, (failure) => setFailed({ failure }), loaded);
    if (failed !== undefined) throw failed.failure;
    return Loaded === undefined ? placeholder : createElement(Loaded, props);
  }
  return Object.assign(Part, { load, isLoaded: () => loaded !== undefined });
}
