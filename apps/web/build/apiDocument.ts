import { openApi } from "@mayfly/server/rest/openapi";

/** The document of the REST API, for its reference; the server fills in its own URL, and its version is not shown. */
export const apiDocument = openApi({ server: "{{PUBLIC_URL}}", version: "" });
