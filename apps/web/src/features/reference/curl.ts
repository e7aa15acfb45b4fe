import { type ApiCall, type ApiDocument, exampleOf, type Parameter, resolve } from "./openApi.ts";

/** How the shell is told one argument in single quotes. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function sampleOf({ name, example, schema }: Parameter): string {
  const given = example ?? schema.examples?.[0];
  // What the document has no example of is a variable of the shell, to be set by the reader.
  return given === undefined ? `$${name.toUpperCase()}` : encodeURIComponent(String(given)).replaceAll("%40", "@");
}

/** A command that makes the call; the key is in the environment variable MAYFLY_KEY. */
export function curlOf({ verb, path, operation }: ApiCall, document: ApiDocument): string {
  const parameters = (operation.parameters ?? []).map((one) => resolve(one, document.components.parameters));
  const url = parameters
    .filter((one) => one.in === "path")
    .reduce((before, one) => before.replace(`{${one.name}}`, sampleOf(one)), path);
  const query = parameters
    .filter((one) => one.in === "query" && one.required)
    .map((one) => `${one.name}=${sampleOf(one)}`)
    .join("&");
  const [server] = document.servers;
  const target = `"${server?.url ?? ""}${url}${query && `?${query}`}"`;
  const [[type, media] = []] = Object.entries(operation.requestBody?.content ?? {});
  const example = media && exampleOf(media, document);
  return [
    `curl ${verb === "GET" ? "" : `-X ${verb} `}${target}`,
    '-H "Authorization: Bearer $MAYFLY_KEY"',
    ...(type ? [`-H "Content-Type: ${type}"`] : []),
    ...(example === undefined ? (type ? ["-d @body.json"] : []) : [`-d ${quoted(JSON.stringify(example, null, 2))}`]),
  ].join(" \\\n  ");
}
