import "./jitless.ts";
import "./styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { startAnalytics } from "../data/analytics.ts";
import { toastMilliseconds, toastTickMilliseconds } from "../data/limits.ts";
import { Crash } from "../parts/loading/Crash.tsx";
import { Toaster } from "../ui/Toaster.tsx";
import { AppRoutes, loadPage } from "./routes.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

function draw(root: HTMLElement) {
  root.inert = false;
  createRoot(root).render(
    <StrictMode>
      <Crash>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </Crash>
      <Toaster duration={toastMilliseconds} tick={toastTickMilliseconds} />
    </StrictMode>,
  );
}

startAnalytics();
// The HTML that came with the page stays until the app can draw the next screen.
void loadPage(location.pathname).then(() => draw(root));
