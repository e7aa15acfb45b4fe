import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests of how long something takes, or of what it leaves in memory, need the machine and a process to themselves. */
const measuring = "{apps,packages,prisma,scripts,bench,prove}/**/*.{timing,memory}.test.ts";
// There are more workers than cores already without helpers of the collector.
const common = {
  execArgv: ["--single-threaded-gc"],
  // Against hanging alone, and the only place for it: a busy machine takes ten times as long.
  testTimeout: 1_200_000,
  hookTimeout: 1_200_000,
  expect: { poll: { timeout: 300_000 } },
  setupFiles: "apps/server/src/testing/patience.ts",
  isolate: false,
};

/** What takes longest begins first: at the end it would have the machine to itself. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isSlow = ({ moduleId }: TestSpecification) =>
      /prove\/(?:faults|outages|processes|races)\.test|image\.test|courier.*test|slow_requests\.test/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    globalSetup: "apps/server/src/testing/postgres.ts",
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          ...common,
          name: "all at once",
          include: ["{apps,packages,prisma,scripts,bench,prove}/**/*.test.ts"],
          exclude: [...configDefaults.exclude, measuring],
          // More than there are cores: tests wait for servers, disks and deadlines.
          maxWorkers: 3,
        },
      },
      {
        test: {
          ...common,
          name: "one by one",
          include: [measuring],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          // What other files have left in memory takes time to collect, and V8 allocates by what it has seen in them.
          isolate: true,
        },
      },
    ],
  },
});
