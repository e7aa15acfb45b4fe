import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The inbox for the server, in one file that needs no packages: it draws the page's first picture there. */
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  define: { "process.env.NODE_ENV": '"production"' },
  ssr: { noExternal: true },
  build: { ssr: "src/inbox.server.tsx", outDir: "dist/server", minify: true },
});
