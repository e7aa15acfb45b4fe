import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Builds the inbox for the server, which draws the page's first view with it: one file that needs no packages. */
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  define: { "process.env.NODE_ENV": '"production"' },
  ssr: { noExternal: true },
  build: { ssr: "src/app/inbox.server.tsx", outDir: "dist/server", minify: true },
});
