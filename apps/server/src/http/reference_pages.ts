import { restPrefix } from "../wires/rest.ts";

export const documentPath = `${restPrefix}/openapi.json`;
/** The pages about the REST API. */
export const referencePages = {
  [`${restPrefix}/docs`]: "reference.html",
  [`${restPrefix}/docs/problems`]: "problems.html",
} as const;
