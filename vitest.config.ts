import { configDefaults, defineConfig } from "vitest/config";

/** Tests of how long something takes need the machine to themselves. */
const timing = "{apps,packages,prisma,scripts,bench,prove}/**/*.timing.test.ts";
// There are more workers than cores already without helpers of the collector.
const common = {
  execArgv: ["--single-threaded-gc"],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // A busy machine has longer to get there.
  expect: { poll: { timeout: 20_000 } },
  isolate: false,
};

export default defineConfig({
  test: {
    globalSetup: "apps/server/src/testing/postgres.ts",
    projects: [
      {
        test: {
          ...common,
          name: "all at once",
          include: ["{apps,packages,prisma,scripts,bench,prove}/**/*.test.ts"],
          exclude: [...configDefaults.exclude, timing],
          // More than there are cores: tests wait for servers, disks and deadlines.
          maxWorkers: 3,
        },
      },
      {
        test: { ...common, name: "one by one", include: [timing], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
