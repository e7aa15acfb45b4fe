import { mkdir, writeFile } from "node:fs/promises";
import { arch, cpus, totalmem } from "node:os";
import path from "node:path";

/** Prints rows under their headings; all columns but the first are numbers and stand at the right. */
export function printTable(title: string, headings: string[], rows: string[][]): void {
  const widths = headings.map((heading, at) => Math.max(heading.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  ");
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  console.log([`\n${title}`, line(headings), rule, ...rows.map(line)].join("\n"));
}

/** A number that a benchmark should reach. */
export interface Goal {
  what: string;
  value: number;
  atLeast?: number;
  below?: number;
}

export const isMet = ({ value, atLeast = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY }: Goal) =>
  value >= atLeast && value < below;

export function printGoals(goals: Goal[]): void {
  console.log("");
  for (const goal of goals) {
    const wanted = goal.below === undefined ? `at least ${goal.atLeast}` : `below ${goal.below}`;
    console.log(`${isMet(goal) ? "met   " : "MISSED"}  ${goal.what}: ${round(goal.value)}, ${wanted} is wanted`);
  }
}

/** Three digits: a shared machine does not reproduce more. */
export const round = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** @param parent the folder in whose `results` the file is kept */
export async function saveResult(name: string, result: object, parent = import.meta.dirname): Promise<void> {
  const folder = path.join(parent, "results");
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${name}.json`);
  const processors = cpus();
  const machine = {
    processors: processors.length,
    model: processors[0]?.model,
    arch: arch(),
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
  await writeFile(file, `${JSON.stringify({ name, date: new Date().toISOString(), machine, ...result }, null, 2)}\n`);
  console.log(`\nwritten to ${path.relative(process.cwd(), file)}`);
}
