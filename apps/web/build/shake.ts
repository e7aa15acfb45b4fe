import type { Plugin } from "vite";

/** react-router's build does not say which of its values have no side effects, so that all of it would stay in the bundle. */
export function shakeRouter(): Plugin {
  return {
    name: "mayfly:shake-router",
    apply: "build",
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) =>
        code
          .replace(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, "= /* @__PURE__ */ $1")
          // What its data routers, which we do not use, show for an error: Crash is ours.
          .replace(/React\d*\.createElement\(DefaultErrorComponent, null\)/, "null")
          .replace("dataRouterState && (match.route.ErrorBoundary ", "false && (match.route.ErrorBoundary ")
          .replace(/^\w+\.(?:displayName|contextType) = "?\w+"?;$/gm, ""),
    },
  };
}
