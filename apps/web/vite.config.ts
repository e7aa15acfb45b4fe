import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { prerender } from "./build/prerender.ts";
import { settingsInDevelopment } from "./build/settings.ts";

const server = "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [react(), tailwindcss(), prerender(), settingsInDevelopment()],
  build: {
    // The Content-Security-Policy allows no data: fonts and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: { proxy: { "/api": server, "/socket.io": { target: server, ws: true } } },
});
