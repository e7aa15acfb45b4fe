import type { ReactNode } from "react";
import { CallPath } from "../../parts/CallPath.tsx";
import { curlOf } from "./curl.ts";
import { Field, Objects, Type } from "./Fields.tsx";
import { refusalId } from "./ids.ts";
import { type ApiCall, type ApiDocument, exampleOf, resolve, type Schema } from "./openApi.ts";
import { Code, Prose } from "./Prose.tsx";
import { JsonSample, Sample } from "./Sample.tsx";

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-6">
    <h4 className="mb-2.5 text-13 font-medium">{title}</h4>
    {children}
  </section>
);

/** Everything about one call; its anchor is the operationId. */
export function Call({ call, document }: { call: ApiCall; document: ApiDocument }) {
  const { verb, path, operation } = call;
  const { operationId: id, summary, description, requestBody, responses } = operation;
  const { components } = document;
  const parameters = (operation.parameters ?? []).map((one) => resolve(one, components.parameters));
  const told = Object.entries(responses).map(([status, one]) => ({
    status,
    ...{ isRefusal: status >= "4", response: resolve(one, components.responses) },
  }));
  const answers = told.filter(({ isRefusal }) => !isRefusal);
  return (
    <article
      id={id}
      data-call
      aria-labelledby={`${id}-title`}
      className="scroll-mt-14 gap-x-10 border-t border-line py-8 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div className="min-w-0">
        <h3 id={`${id}-title`} className="text-16 font-semibold">
          <a href={`#${id}`} className="group rounded-small">
            {summary}
            <span aria-hidden="true" className="ml-2 text-ink-faint opacity-0 group-hover:opacity-100">
              #
            </span>
          </a>
        </h3>
        <div className="mt-2 rounded-base bg-sunken px-3 py-2 text-13">
          <CallPath verb={verb} path={path} />
        </div>
        {description !== undefined && (
          <p className="mt-3 text-ink-soft">
            <Prose>{description}</Prose>
          </p>
        )}
        {parameters.length > 0 && (
          <Part title="Parameters">
            <ul className="api-fields">
              {parameters.map((one) => (
                <Field key={one.name} {...one} place={one.in} mark={one.required ? "required" : undefined} />
              ))}
            </ul>
          </Part>
        )}
        {requestBody !== undefined &&
          Object.entries(requestBody.content).map(([type, { schema }]) => (
            <Part key={type} title={`Body, ${requestBody.required ? "required" : "optional"}`}>
              <Body type={type} schema={schema} />
            </Part>
          ))}
        <Part title="Response">
          {answers.map(({ status, response }) => (
            <div key={status} className="mt-3 first:mt-0">
              <p className="text-13 text-ink-soft">
                <span className="mr-2 font-mono font-medium text-accent-ink">{status}</span>
                <Prose>{response.description}</Prose>
              </p>
              {Object.entries(response.content ?? {}).map(([type, { schema }]) => (
                <Body key={type} type={type} schema={schema} isAnswer />
              ))}
            </div>
          ))}
          <p className="mt-3 text-13 text-ink-soft">
            Refused with{" "}
            {told
              .filter(({ isRefusal }) => isRefusal)
              .map(({ status }, at) => (
                <span key={status}>
                  {at > 0 && ", "}
                  <a href={`#${refusalId(status)}`}>{status}</a>
                </span>
              ))}
          </p>
        </Part>
      </div>
      <div className="mt-6 min-w-0 space-y-4 xl:sticky xl:top-20 xl:mt-0 xl:self-start">
        <Sample label={`${summary}, curl`} title="curl">
          {curlOf(call, document)}
        </Sample>
        {answers.flatMap(({ status, response }) =>
          Object.entries(response.content ?? {}).map(([type, media]) => (
            <JsonSample
              key={type}
              label={`${summary}, response ${status}`}
              title={`Response ${status}`}
              value={exampleOf(media, document)}
            />
          )),
        )}
      </div>
    </article>
  );
}

function Body({ type, schema, isAnswer }: { type: string; schema: Schema; isAnswer?: boolean }) {
  return (
    <>
      <p className="mt-1 mb-2.5 text-13 text-ink-soft">
        <Type schema={schema} /> as <Code>{type}</Code>
      </p>
      <Objects schema={schema} isAnswer={isAnswer} />
    </>
  );
}
