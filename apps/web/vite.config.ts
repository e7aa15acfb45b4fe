import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { acyclic } from "./build/acyclic.ts";
import { endpoints } from "./build/endpoints.ts";
import { preload } from "./build/preload.ts";
import { prerender } from "./build/prerender.ts";
import { settingsInDevelopment } from "./build/settings.ts";
import { shakeRouter } from "./build/shake.ts";

const server = `http://127.0.0.1:${process.env["PORT"] || 3000}`;

const shared = { minShareCount: 2, priority: 1, entriesAware: true, entriesAwareMergeThreshold: 8000 } as const;
const whole = { entriesAware: false, includeDependenciesRecursively: false } as const;

export default defineConfig({
  define: { API_ENDPOINTS: JSON.stringify(endpoints) },
  plugins: [react(), tailwindcss(), prerender(), settingsInDevelopment(), shakeRouter(), preload(), acyclic()],
  build: {
    // The Content-Security-Policy allows no data: fonts and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      output: {
        chunkFileNames: "assets/[hash].js",
        codeSplitting: {
          groups: [
            // One file with what every page needs, and one with what every page behind the login needs besides.
            { name: "start", tags: ["$initial"], priority: 3 },
            { name: "session", test: /\/(RequireSession|PlanWall|WithPalette)\.tsx$/, priority: 2 },
            // Alone: in a file with other small parts, it would bring the dialog's scripts to pages that have no dialog.
            { name: "confirm", test: /\/ConfirmByName\.tsx$/, priority: 1, includeDependenciesRecursively: false },
            // Likewise: what lists by pages bring is for pages that have such a list.
            {
              name: "paged",
              test: /\/(Pagination|PageSize|PagedCard|pageButtons|Select)\.tsx?$/,
              ...{ priority: 1, includeDependenciesRecursively: false },
            },
            // Alone, so that the inbox loads no texts of other pages with them.
            { name: "inbox", test: /\/features\/inbox\/(texts|limits)\.ts$/, priority: 2 },
            { name: "domains", test: /\/contracts\/src\/unicode_domain\.ts$/, priority: 2 },
            // What several pages share, in files large enough to be worth a request. By layers: files that are merged across
            // them would import each other.
            { name: "libraries", test: /\/node_modules\//, ...shared },
            { name: "data", test: /\/src\/data\//, ...shared, ...whole },
            // Forms and dialogs bring libraries that most pages do without.
            { name: "parts", test: /\/src\/parts\/(?!forms\/form)/, ...shared, ...whole },
            {
              name: "ui",
              test: /\/src\/ui\/(?!Dialog|Drawer|Shade|useModal|ConfirmByName|CommandDialog)/,
              ...shared,
            },
            { name: "shared", ...shared, priority: 0 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": server, "/socket.io": { target: server, ws: true } } },
});
