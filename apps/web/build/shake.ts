import type { Plugin } from "vite";

/** What is changed in react-router's build, so that the bundler can leave out what the app does not use. */
const edits: readonly { what: string; pattern: RegExp; by: string }[] = [
  {
    what: "values without a mark that they have no side effects",
    pattern: /= (React\d*\.(?:createContext|forwardRef|memo)\()/g,
    by: "= /* @__PURE__ */ $1",
  },
  // The error page of react-router's data routers, which we do not use: ours is Crash.
  {
    what: "the error page of data routers",
    pattern: /React\d*\.createElement\(DefaultErrorComponent, null\)/,
    by: "null",
  },
  {
    what: "the error boundary of data routers",
    pattern: /dataRouterState && \(match\.route\.ErrorBoundary /,
    by: "false && (match.route.ErrorBoundary ",
  },
  {
    what: "navigation of data routers",
    pattern: /isDataRoute \? useNavigateStable\(\) : /,
    by: "",
  },
  {
    what: "errors of data routers",
    pattern: /let errors = dataRouterState\?\.errors;/,
    by: "const errors = null;",
  },
  // Its package names no other build than the one for development.
  {
    what: "warnings for development",
    pattern: /var ENABLE_DEV_WARNINGS = \w+;/,
    by: "const ENABLE_DEV_WARNINGS = false;",
  },
  {
    what: "names of components for development",
    pattern: /^\w+\.(?:displayName|contextType) = "?\w+"?;$/gm,
    by: "",
  },
];

/**
 * react-router's build does not mark which of its values have no side effects, so the bundler would keep all of it. Fails
 * the build when there is nothing left to change: a new version of react-router is made otherwise.
 */
export function shakeRouter(): Plugin {
  const unseen = new Set(edits);
  return {
    name: "mayfly:shake-router",
    apply: "build",
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) =>
        edits.reduce((text, edit) => {
          const edited = text.replace(edit.pattern, edit.by);
          if (edited !== text) unseen.delete(edit);
          return edited;
        }, code),
    },
    generateBundle() {
      const missing = [...unseen].map(({ what }) => what);
      if (missing.length > 0) {
        this.error(`react-router no longer has ${missing.join(", ")}: see whether build/shake.ts is still right`);
      }
    },
  };
}
