import { createHash } from "node:crypto";
import apiReference from "@scalar/fastify-api-reference";
import Fastify from "fastify";
import type { Plugin } from "vite";

/** What the page shows, and that it loads nothing from elsewhere and reports nothing. */
const configuration = {
  url: "/api/v1/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  authentication: { preferredSecurityScheme: "key" },
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
} as const;

/**
 * Puts Scalar's script among the assets and into reference.html, the reference of the REST API. The package serves the script
 * from memory, 5 MB of it, and the server has better use for that.
 */
export function reference(): Plugin {
  let name = "";
  let script = "";
  return {
    name: "mayfly:reference",
    async buildStart() {
      const app = Fastify();
      await app.register(apiReference, { routePrefix: "/reference", configuration: { url: configuration.url } });
      const answer = await app.inject("/reference/js/scalar.js");
      await app.close();
      if (answer.statusCode !== 200) this.error(`Scalar's script: ${answer.statusCode}`);
      // The map is not there.
      script = answer.body.replace(/\n\/\/# sourceMappingURL=.*$/, "");
      name = `assets/scalar-${createHash("sha256").update(script).digest("base64url").slice(0, 8)}.js`;
      this.emitFile({ type: "asset", fileName: name, source: script });
    },
    transformIndexHtml: {
      order: "pre",
      handler(html, { filename }) {
        if (!filename.endsWith("/reference.html")) return html;
        const settings = JSON.stringify(configuration).replaceAll('"', "&quot;");
        const page = `<script id="api-reference" type="application/json" data-configuration="${settings}"></script>
    <script src="/${name}"></script>`;
        return html.replace("<!--reference-->", page);
      },
    },
  };
}
