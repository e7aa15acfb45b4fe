import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { apiDocument } from "../../../build/apiDocument.ts";
import type { ApiDocument, Schema } from "./openApi.ts";
import { ReferencePage } from "./ReferencePage.tsx";

const document = apiDocument as unknown as ApiDocument;
const render = (shown: ApiDocument) => renderToStaticMarkup(createElement(ReferencePage, { document: shown }));
let page = "";
/** What is read of the page. */
let text = "";
beforeAll(() => {
  page = render(document);
  text = textOf(page);
});

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
const plain = (description: string) => description.replaceAll("`", "").replace(/\[(.+?)\]\(.+?\)/g, "$1");
const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({ verb, path, operation })),
);
/** The part of a page from this id to the end of its article. */
const articleOf = (html: string, id: string) => html.split(`id="${id}"`)[1]?.split("</article>")[0] ?? "";

/** The names of all fields below a schema. */
const fieldsOf = (schema: Schema): string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [name, ...fieldsOf(one)]),
  ...[schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? []].flat().flatMap(fieldsOf),
];

describe("the reference of the REST API (row Q14)", () => {
  it.each(operations)("has all of $operation.operationId at its anchor", ({ verb, path, operation }) => {
    const article = articleOf(page, operation.operationId);
    const told = textOf(article);
    const parameters = operation.parameters?.map((one) => ("$ref" in one ? "Idempotency-Key" : one.name)) ?? [];
    const body = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema));
    for (const part of [verb.toUpperCase() + path, operation.summary, plain(operation.description ?? "")]) {
      expect(told).toContain(part);
    }
    for (const name of [...parameters, ...body]) expect(article).toContain(`>${name}</code>`);
    for (const status of Object.keys(operation.responses)) expect(told).toContain(status);
    for (const scope of operation["x-scopes"]) expect(told).toContain(scope);
    expect(told).toContain('-H "Authorization: Bearer $MAYFLY_KEY"');
  });

  it.each(Object.entries(document.components.schemas))("has all fields of %s, and its example", (name, schema) => {
    const article = articleOf(page, `object-${name}`);
    for (const field of fieldsOf(schema)) expect(article).toContain(`>${field}</code>`);
    expect(textOf(article)).toContain(JSON.stringify(schema.examples?.[0], null, 2));
  });

  it("says every tag, header and refusal in the words of the document", () => {
    const { headers, responses } = document.components;
    const described = [...document.tags, ...Object.values(headers), ...Object.values(responses)];
    // The headers of refusals that only some of them have are listed with the others.
    for (const { description = "" } of described) expect(text).toContain(plain(description));
    expect(text).toContain(plain(document.info.description ?? ""));
  });

  it("has ids once, and no link to one that is not there", () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
    expect(links.length).toBeGreaterThan(100);
  });

  it("links to this installation alone, names no licence, and is small", () => {
    expect(page.match(/(?:href|src|action)="(?:https?:)?\/\/[^"]*"/g)).toBeNull();
    expect(page).not.toMatch(/proprietary|license/i);
    expect(new TextEncoder().encode(page).length).toBeLessThan(300_000);
  });

  it("shows what the document says as text", () => {
    const mean = '<script>alert("1")</script>';
    const bad: ApiDocument = structuredClone(document);
    Object.assign(bad.info, {
      title: mean,
      summary: mean,
      description: `${mean} [a](javascript:alert(1)) [b](//x.example)`,
    });
    for (const one of bad.tags) one.description = mean;
    for (const verbs of Object.values(bad.paths)) {
      for (const operation of Object.values(verbs))
        Object.assign(operation, { summary: mean, description: `\`${mean}\`` });
    }
    for (const schema of Object.values(bad.components.schemas)) {
      Object.assign(schema, {
        examples: [mean],
        properties: { [mean]: { enum: [mean], default: mean, description: mean } },
      });
    }
    for (const one of Object.values(bad.components.responses)) one.description = mean;
    const html = render(bad);
    expect(html).not.toMatch(/<script|href="javascript|href="\/\/x/);
    expect(textOf(html).split(mean).length).toBeGreaterThan(100);
  });
});
