import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{apps,packages,prisma,scripts,bench,prove}/**/*.test.ts"],
    globalSetup: "apps/server/src/testing/postgres.ts",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // More than there are cores: tests wait for servers, disks and deadlines.
    maxWorkers: 3,
  },
});
