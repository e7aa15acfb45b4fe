import { Fragment, type ReactNode } from "react";
import { objectId } from "./ids.ts";
import { nameOf, type Schema } from "./openApi.ts";
import { Code, Prose } from "./Prose.tsx";
import { boundsOf, defaultOf, objectsOf, typeOf, valuesOf } from "./schemas.ts";

/** The type of a value, with links to the schemas that have a name. */
export const Type = ({ schema }: { schema: Schema }) =>
  typeOf(schema).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && " "}
      {typeof part === "string" ? part : <a href={`#${objectId(nameOf(part.reference))}`}>{nameOf(part.reference)}</a>}
    </Fragment>
  ));

interface FieldProps {
  name: string;
  schema: Schema;
  /** "required" or "optional", where that is worth a word. */
  mark?: string | undefined;
  description?: string | undefined;
  /** Where it stands, if that is not the body: "path", "query". */
  place?: string;
  isAnswer?: boolean | undefined;
}

/** A parameter or a field, with the fields of the objects in it. */
export function Field({ name, schema, mark, description = schema.description, place, isAnswer }: FieldProps) {
  const usual = defaultOf(schema);
  const notes: [key: string, note: ReactNode][] = boundsOf(schema).map((bound) => [bound, bound]);
  if (schema.pattern !== undefined) notes.push(["pattern", <Code key="pattern">{schema.pattern}</Code>]);
  if (usual !== undefined) notes.push(["default", <>default {<Code>{JSON.stringify(usual)}</Code>}</>]);
  const values = valuesOf(schema);
  return (
    <li>
      <div>
        <Code>{name}</Code>
        <span>
          <Type schema={schema} />
          {place !== undefined && `, in ${place}`}
        </span>
        {mark !== undefined && <em data-mark={mark}>{mark}</em>}
        {notes.map(([key, note]) => (
          <i key={key}>{note}</i>
        ))}
      </div>
      {description !== undefined && (
        <p>
          <Prose>{description}</Prose>
        </p>
      )}
      {values.length > 0 && (
        <p>
          One of
          {values.map((value) => (
            <Fragment key={String(value)}>
              {" "}
              <Code>{String(value)}</Code>
            </Fragment>
          ))}
        </p>
      )}
      <Objects schema={schema} isAnswer={isAnswer} />
    </li>
  );
}

/**
 * The fields of the objects that a value is made of; of alternatives, those of each. A request's fields are marked where they
 * must be given, an answer's where they may be missing.
 */
export function Objects({ schema, isAnswer = false }: { schema: Schema; isAnswer?: boolean | undefined }) {
  const objects = objectsOf(schema);
  return objects.map(({ properties = {}, required = [] }, at) => (
    <Fragment key={at}>
      {objects.length > 1 && (
        <p className="mt-3 mb-2 text-13 font-medium text-ink-soft">{at === 0 ? "Either" : "Or"}</p>
      )}
      <ul className="api-fields">
        {Object.entries(properties).map(([name, one]) => (
          <Field
            key={name}
            name={name}
            schema={one}
            isAnswer={isAnswer}
            mark={required.includes(name) === isAnswer ? undefined : isAnswer ? "optional" : "required"}
          />
        ))}
      </ul>
    </Fragment>
  ));
}
