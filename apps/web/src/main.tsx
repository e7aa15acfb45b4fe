import "./jitless.ts";
import "./styles.css";
import { limits } from "@mayfly/contracts";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { startAnalytics } from "./analytics.ts";
import { Crash } from "./Crash.tsx";
import { AppRoutes } from "./routes.tsx";

// Apart, so that the first paint does not wait for it; what toasts say of errors stands on the screen as well.
const Toaster = lazy(() => import("./ui/Toaster.tsx").catch(() => ({ default: () => null })));

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

startAnalytics();
createRoot(root).render(
  <StrictMode>
    <Crash>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </Crash>
    <Suspense>
      <Toaster duration={limits.toast} tick={limits.toastTick} />
    </Suspense>
  </StrictMode>,
);
