import { renderToStaticMarkup } from "react-dom/server";
import type { ApiDocument } from "../features/reference/openApi.ts";
import { ReferencePage } from "../features/reference/ReferencePage.tsx";

/** The reference of the REST API as HTML, for the build. */
export const render = (document: ApiDocument) => renderToStaticMarkup(<ReferencePage document={document} />);
