import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Goal, isMet, round, saveResult } from "../bench/report.ts";

/** One thing that a part counted or measured, and its bound; without a bound it is only reported. */
export interface Count extends Goal {
  /** The bound only holds on an otherwise idle machine: `npm run prove` checks it, a test beside others cannot. */
  timed?: true;
}

/** A count of what must not have happened, not once. */
export const none = (what: string, value: number): Count => ({ what, value, below: 1 });

/** The counts that miss their bound, except timed ones, each as a line. A test expects none. */
export const broken = (counts: Count[]): string[] => counts.filter((count) => !count.timed && !isMet(count)).map(line);

/** The bound in words; empty without one. */
function wanted({ atLeast, below }: Count): string {
  if (below === 1) return "none";
  if (atLeast !== undefined && below === atLeast + 1) return `exactly ${atLeast}`;
  const bounds = [atLeast !== undefined && `at least ${atLeast}`, below !== undefined && `below ${below}`];
  return bounds.filter(Boolean).join(", ");
}

const told = (value: number) => (Number.isInteger(value) ? `${value}` : round(value));

function line(count: Count): string {
  const bound = wanted(count);
  return `${count.what}: ${told(count.value)}${bound && `, ${bound} wanted`}`;
}

/** @returns whether everything holds */
export function printProof(title: string, counts: Count[]): boolean {
  console.log(`\n${title}`);
  for (const count of counts) {
    const verdict = !wanted(count) ? "      " : isMet(count) ? "holds " : "BROKEN";
    console.log(`${verdict}  ${line(count)}`);
  }
  return counts.every(isMet);
}

interface Proof {
  options: string[];
  seconds: number;
  counts: Count[];
}

export const saveProof = (part: string, proof: Proof) => saveResult(part, proof, import.meta.dirname);

/** The last results of all parts as a Markdown table. */
export async function proofTable(parts: string[]): Promise<string> {
  const rows = ["| part | what | found | wanted |", "| --- | --- | --: | --- |"];
  for (const part of parts) {
    const text = await readFile(path.join(import.meta.dirname, "results", `${part}.json`), "utf8").catch(() => "");
    if (text === "") {
      rows.push(`| ${part} | not run | | |`);
      continue;
    }
    const { options, seconds, date, counts } = JSON.parse(text) as Proof & { date: string };
    rows.push(`| **${[part, ...options].join(" ")}** | ${date.slice(0, 10)}, ${seconds} s | | |`);
    for (const count of counts) {
      // JSON has no NaN: what could not be measured is null.
      const value = count.value === null ? "-" : told(count.value);
      const verdict = count.value === null || !isMet(count) ? " **broken**" : "";
      rows.push(`| | ${count.what} | ${value}${verdict} | ${wanted(count)} |`);
    }
  }
  return rows.join("\n");
}
