import { clsx } from "clsx";
import { contentsId } from "./ids.ts";
import { type ApiDocument, callsOf } from "./openApi.ts";

const verbs: Record<string, string> = { DELETE: "DEL" };

/** The sections after the calls, each with its id. */
export const chapters = [
  ["headers", "Headers"],
  ["refusals", "Refusals"],
  ["objects", "Objects"],
] as const;

/** Every section of the page; on a phone a layer that the head opens. The field is shown by the page's script. */
export const Contents = ({ document }: { document: ApiDocument }) => (
  <nav
    id={contentsId}
    popover="auto"
    aria-label="Contents"
    className={clsx(
      "right-auto h-dvh max-h-none w-72 max-w-[85vw] overflow-y-auto border-r border-line bg-paper px-4 py-6 text-ink backdrop:bg-shade",
      "lg:sticky lg:inset-auto lg:top-14 lg:block lg:h-[calc(100dvh-3.5rem)] lg:w-auto lg:max-w-none lg:bg-transparent",
    )}
  >
    <search hidden data-filter className="mb-4 block">
      <input
        type="search"
        aria-label="Filter calls"
        placeholder="Filter calls"
        autoComplete="off"
        className="h-9 w-full rounded-base border border-line-input bg-surface px-3 text-13 pointer-coarse:h-11 pointer-coarse:text-16"
      />
      <p role="status" data-filter-count className="mt-1.5 text-12 text-ink-faint empty:hidden" />
    </search>
    <ul className="space-y-5">
      <li>
        <ul>
          <li>
            <a href="#start" className="api-entry">
              Getting started
            </a>
          </li>
        </ul>
      </li>
      {document.tags.map(({ name }) => (
        <li key={name} data-group={name}>
          <a href={`#${name}`} className="block rounded-base px-2 py-1 font-medium capitalize pointer-coarse:py-3">
            {name}
          </a>
          <ul>
            {callsOf(document, name).map(({ verb, operation: { operationId, summary } }) => (
              <li key={operationId} data-entry={operationId}>
                <a href={`#${operationId}`} className="api-entry">
                  <code translate="no">{verbs[verb] ?? verb}</code>
                  {summary}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <ul>
          {chapters.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} className="api-entry">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </li>
    </ul>
  </nav>
);
