import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Builds the screens that the server draws into their pages: one file that needs no packages. */
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  define: { "process.env.NODE_ENV": '"production"' },
  ssr: { noExternal: true },
  build: { ssr: "src/app/screens.server.tsx", outDir: "dist/server", minify: true },
});
