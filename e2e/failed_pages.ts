import { readFileSync } from "node:fs";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** Prints at the end what the page of each failed test held: readers of a CI's output have no picture of it. */
export default class FailedPages implements Reporter {
  readonly #pages: string[] = [];

  onTestEnd(test: TestCase, { attachments }: TestResult) {
    for (const { name, path } of attachments) {
      if (name !== "error-context" || path === undefined) continue;
      const [, page] = readFileSync(path, "utf8").split("# Page snapshot");
      if (page !== undefined) this.#pages.push(`${test.title}${page.split("# Test source")[0]}`);
    }
  }

  onEnd() {
    for (const page of this.#pages) process.stdout.write(`\n${page}`);
  }
}
