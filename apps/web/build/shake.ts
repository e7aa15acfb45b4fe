import type { Plugin } from "vite";

/** react-router's build does not mark which of its values have no side effects, so the bundler would keep all of it. */
export function shakeRouter(): Plugin {
  return {
    name: "mayfly:shake-router",
    apply: "build",
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) =>
        code
          .replace(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, "= /* @__PURE__ */ $1")
          // The error page of react-router's data routers, which we do not use: ours is Crash.
          .replace(/React\d*\.createElement\(DefaultErrorComponent, null\)/, "null")
          .replace("dataRouterState && (match.route.ErrorBoundary ", "false && (match.route.ErrorBoundary ")
          .replace(/^\w+\.(?:displayName|contextType) = "?\w+"?;$/gm, ""),
    },
  };
}
