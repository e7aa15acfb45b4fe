import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { LandingPage } from "./features/landing/LandingPage.tsx";
import { Demo, demoId } from "./homepageDemo.tsx";

/** The public page as HTML, for the build. Only the demonstration is marked for the script that goes on with it. */
export function render(): string {
  const demo = renderToString(<Demo />);
  return renderToStaticMarkup(<LandingPage demo={<div id={demoId} dangerouslySetInnerHTML={{ __html: demo }} />} />);
}
