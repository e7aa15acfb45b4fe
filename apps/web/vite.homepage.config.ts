import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compress } from "./build/compress.ts";
import { faultPages, faultsFromOnePage } from "./build/faults.ts";
import { prerender } from "./build/prerender.ts";

/** Builds the public pages into the app's folder, after it; on Preact, as React alone is as large as a page may be. */
export default defineConfig({
  plugins: [faultsFromOnePage(), react(), tailwindcss(), prerender(), compress()],
  resolve: {
    alias: {
      "react/jsx-runtime": "preact/jsx-runtime",
      "react-dom/client": "preact/compat/client",
      "react-dom": "preact/compat",
      react: "preact/compat",
    },
  },
  publicDir: false,
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: false,
    rolldownOptions: { input: ["homepage.html", "problems.html", "reference.html", ...faultPages] },
  },
});
