import { ArrowLeft, Menu } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../data/paths.ts";
import { Mark } from "../../parts/nav/Mark.tsx";
import { buttonShape } from "../../ui/buttonShape.ts";
import { textShape } from "../../ui/TextButton.tsx";
import { Call } from "./Call.tsx";
import { Contents, chapters } from "./Contents.tsx";
import { Objects } from "./Fields.tsx";
import { contentsId, objectId, refusalId } from "./ids.ts";
import { type ApiDocument, callsOf, type Header, resolve } from "./openApi.ts";
import { Prose } from "./Prose.tsx";
import { JsonSample, Sample } from "./Sample.tsx";

/** The reference of the REST API: everything that its OpenAPI document says. */
export const ReferencePage = ({ document }: { document: ApiDocument }) => (
  <div>
    <a
      href="#main"
      className="sr-only z-50 rounded-base bg-surface px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
    <Head />
    <div className="mx-auto max-w-360 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
      <Contents document={document} />
      <main id="main" tabIndex={-1} className="api-reference min-w-0 px-5 py-8 outline-none sm:px-8">
        <Start document={document} />
        <p data-nothing hidden className="py-16 text-center text-ink-soft">
          No call matches this filter.
        </p>
        {document.tags.map(({ name, description }) => (
          <section key={name} data-group={name} aria-labelledby={name}>
            <SectionHead id={name} title={name}>
              <Prose>{description}</Prose>
            </SectionHead>
            {callsOf(document, name).map((call) => (
              <Call key={call.operation.operationId} call={call} document={document} />
            ))}
          </section>
        ))}
        <Headers document={document} />
        <Refusals document={document} />
        <Schemas document={document} />
        <p role="status" data-said className="sr-only" />
      </main>
    </div>
  </div>
);

const Head = () => (
  <header className="sticky top-0 z-40 border-b border-line bg-paper">
    <div className="mx-auto flex h-14 max-w-360 items-center gap-2 px-5 sm:px-8 lg:px-6">
      <button
        type="button"
        popoverTarget={contentsId}
        aria-label="Contents"
        className="-ml-3 grid size-11 place-items-center rounded-base text-ink-soft hover:bg-sunken lg:hidden"
      >
        <Menu aria-hidden="true" className="size-5" />
      </button>
      <a href={paths.dashboard} className="flex items-center gap-2 rounded-base text-16 font-semibold">
        <Mark />
        Mayfly
      </a>
      <p className="border-l border-line pl-3 text-ink-soft max-sm:hidden">API reference</p>
      <a href={paths.api} className={buttonShape("secondary", "ml-auto text-13")}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to the app
      </a>
    </div>
  </header>
);

const SectionHead = ({ id, title, children }: { id: string; title: string; children?: ReactNode }) => (
  <div className="pt-6 pb-6">
    <h2 id={id} className="scroll-mt-20 text-20 font-semibold tracking-tight first-letter:uppercase">
      {title}
    </h2>
    {children !== undefined && <p className="mt-1 text-ink-soft">{children}</p>}
  </div>
);

function Start({ document }: { document: ApiDocument }) {
  const { title, summary, description } = document.info;
  const [server] = document.servers;
  return (
    <section aria-labelledby="start" className="pb-8">
      <h1 id="start" className="scroll-mt-20 text-28 font-semibold tracking-tight">
        {title}
      </h1>
      {summary !== undefined && <p className="mt-2 text-16 text-ink-soft">{summary}</p>}
      {description !== undefined && (
        <p className="mt-4 max-w-180">
          <Prose>{description}</Prose>
        </p>
      )}
      <p className="mt-4 mb-4 text-ink-soft">
        The{" "}
        <a href="/api/v1/openapi.json" className={textShape}>
          OpenAPI document
        </a>{" "}
        behind this page is for programs.
      </p>
      <div className="max-w-180">
        <Sample label="The base URL" title="Base URL">
          {server?.url ?? ""}
        </Sample>
      </div>
    </section>
  );
}

/** The headers of answers, by the names under which they are sent. */
function headersOf({ paths: calls, components }: ApiDocument): [name: string, header: Header][] {
  const responses = [
    ...Object.values(calls).flatMap((operations) =>
      Object.values(operations).flatMap((one) => Object.values(one.responses)),
    ),
    ...Object.values(components.responses),
  ];
  const sent = responses.flatMap((one) => Object.entries(("headers" in one && one.headers) || {}));
  return [...new Map(sent.map(([name, header]) => [name, resolve(header, components.headers)]))].sort();
}

const titleOf = (id: (typeof chapters)[number][0]) => chapters.find(([one]) => one === id)?.[1] ?? id;

const Headers = ({ document }: { document: ApiDocument }) => (
  <section data-chapter aria-labelledby="headers">
    <SectionHead id="headers" title={titleOf("headers")} />
    <dl className="divide-y divide-line border-t border-line">
      {headersOf(document).map(([name, { description = "" }]) => (
        <div key={name} className="gap-x-6 py-3 sm:grid sm:grid-cols-[14rem_minmax(0,1fr)]">
          <dt translate="no" className="font-mono text-13 font-medium">
            {name}
          </dt>
          <dd className="text-13 text-ink-soft">
            <Prose>{description}</Prose>
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

/** Responses that several calls share are refusals, named by their status. */
function Refusals({ document: { components } }: { document: ApiDocument }) {
  return (
    <section data-chapter aria-labelledby="refusals">
      <SectionHead id="refusals" title={titleOf("refusals")}>
        <Prose>{`A refusal is a problem (RFC 9457); [each code is explained](${problemsPath}).`}</Prose>
      </SectionHead>
      <dl className="divide-y divide-line border-t border-line">
        {Object.entries(components.responses).map(([name, { description }]) => {
          const status = name.replace(/\D/g, "");
          return (
            <div
              key={name}
              id={refusalId(status)}
              className="scroll-mt-14 gap-x-6 py-3 target:bg-accent-soft sm:grid sm:grid-cols-[4rem_minmax(0,1fr)]"
            >
              <dt className="font-mono text-13 font-medium">{status}</dt>
              <dd className="text-13 text-ink-soft">
                <Prose>{description}</Prose>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

const problemsPath = "/api/v1/docs/problems";

const Schemas = ({ document: { components } }: { document: ApiDocument }) => (
  <section data-chapter aria-labelledby="objects">
    <SectionHead id="objects" title={titleOf("objects")} />
    {Object.entries(components.schemas).map(([name, schema]) => (
      <article
        key={name}
        id={objectId(name)}
        aria-labelledby={`${objectId(name)}-title`}
        className="scroll-mt-14 gap-x-10 border-t border-line py-8 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
      >
        <div className="min-w-0">
          <h3 id={`${objectId(name)}-title`} translate="no" className="mb-4 font-mono text-14 font-semibold">
            {name}
          </h3>
          <Objects schema={schema} isAnswer />
        </div>
        <div className="mt-6 min-w-0 xl:sticky xl:top-20 xl:mt-0 xl:self-start">
          <JsonSample label={`${name}, example`} title="Example" value={schema.examples?.[0]} />
        </div>
      </article>
    ))}
  </section>
);
