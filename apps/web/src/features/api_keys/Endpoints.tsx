import type { Contract } from "@mayfly/contracts";
import { CallPath } from "../../parts/CallPath.tsx";
import { NewTabLink } from "../../ui/NewTabLink.tsx";
import { apiKeyScreenTexts } from "./texts.ts";

/** The calls of the REST API, which the build fills in from the contracts (build/endpoints.ts). */
declare const API_ENDPOINTS: readonly (Pick<Contract, "verb" | "path" | "summary" | "scope"> & {
  administrators: boolean;
})[];

/** Every call that a key can make. */
export function Endpoints() {
  return (
    <section aria-labelledby="endpoints" className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b border-line px-5 py-4">
        <div className="min-w-0">
          <h2 id="endpoints" className="font-medium">
            Endpoints
          </h2>
          <p className="mt-1 text-13 text-ink-soft">{apiKeyScreenTexts.endpointsAbout}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <NewTabLink href="/api/v1/docs">Reference</NewTabLink>
          <NewTabLink href="/api/v1/openapi.json">OpenAPI</NewTabLink>
        </div>
      </div>
      <ul aria-label="Endpoints" className="divide-y divide-line">
        {API_ENDPOINTS.map(({ verb, path, summary, scope, administrators }) => (
          <li
            key={`${verb} ${path}`}
            className="items-baseline gap-x-4 px-5 py-2.5 text-13 max-lg:space-y-0.5 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,18rem)_9rem]"
          >
            <CallPath verb={verb} path={path} />
            <span className="block max-lg:pl-16 max-[18rem]:pl-0">{summary}</span>
            <span className="block text-12 text-ink-soft wrap-anywhere max-lg:pl-16 max-[18rem]:pl-0">
              {scope ? (
                <span translate="no" className="font-mono">
                  {scope}
                </span>
              ) : (
                apiKeyScreenTexts.anyKey
              )}
              {administrators && (
                <span className="block max-lg:inline">
                  <span className="lg:hidden">{", "}</span>
                  {apiKeyScreenTexts.administrators}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
