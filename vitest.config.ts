import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{apps,packages,prisma,scripts,bench,prove}/**/*.test.ts"],
    globalSetup: "apps/server/src/testing/postgres.ts",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores, and a server with threads of its own in most files.
    maxWorkers: 2,
  },
});
