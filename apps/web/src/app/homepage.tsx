import "./styles.css";
import { hydrateRoot } from "react-dom/client";
import { startAnalytics, trackPage } from "../data/analytics.ts";
import { recognise } from "../features/landing/recognise.ts";
import { Demo, demoId } from "./homepageDemo.tsx";

const demo = document.getElementById(demoId);
if (demo) hydrateRoot(demo, <Demo />);

startAnalytics();
trackPage(location.pathname);

// Without an answer, the page stays as it is for guests.
recognise().catch(() => undefined);
