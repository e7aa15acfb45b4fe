import { renderToStaticMarkup } from "react-dom/server";
import { Waiting } from "../parts/loading/Waiting.tsx";

/** What a page shows while the app loads, as HTML, for the build. */
export const render = (): string => renderToStaticMarkup(<Waiting />);
