import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { LandingPage } from "../features/landing/LandingPage.tsx";
import { Demo, demoId } from "./homepageDemo.tsx";

/** The public page as HTML, for the build. Only the demonstration is rendered so that a script can hydrate it. */
export function render(): string {
  const demo = renderToString(<Demo />);
  return renderToStaticMarkup(<LandingPage demo={<div id={demoId} dangerouslySetInnerHTML={{ __html: demo }} />} />);
}
