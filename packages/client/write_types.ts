import { writeFileSync } from "node:fs";
import path from "node:path";
import { openApi } from "@mayfly/server/rest/openapi";
import openapiTypescript, { astToString } from "openapi-typescript";

/** The types of the REST API, as `src/openapi.ts` must hold them. */
export async function typesOfApi(): Promise<string> {
  const document = openApi({ server: "http://localhost:3000", version: "1" });
  const types = astToString(await openapiTypescript(document as never, { alphabetize: false }));
  return `// Made from the OpenAPI document by \`npm run fix\`: not to be edited.\n\n${types}`;
}

if (import.meta.main) writeFileSync(path.join(import.meta.dirname, "src/openapi.ts"), await typesOfApi());
