import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const firsts = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map(([, id = ""]) => id);
const requirements = firsts("docs/spec/requirements.md", /^\| ([A-Z]\d{2,3}) \|/gm);
const threats = firsts("docs/spec/threats.md", /^(\d+)\. /gm);

const folders = ["apps", "packages", "prisma", "scripts", "e2e", "bench", "prove", "docs"];
const own = "scripts/spec.test.ts";
const notOurs = /(^|\/)(node_modules|generated|dist|results|pictures|layouts)(\/|$)/;
const files = [
  ...readdirSync(root).filter((file) => file.endsWith(".md")),
  ...folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  ),
].filter((file) => /\.(tsx?|mjs|md|sql|prisma|json|yml)$/.test(file) && !notOurs.test(file) && file !== own);

const id = "[A-Z]\\d{2,3}";
const joint = ",? and |,? to |, |-|–";
const list = (one: string) => `${one}(?:(?:${joint})${one})*`;
/** Places where a row is named: "requirements P12 to P16 and P120", "(F38, P68)", "(threat 26, P98)", "as P132 says", "I80 to I82". */
const requirementPlaces = [
  new RegExp(`\\b(?:requirements?|rows?) (${list(id)})`, "g"),
  new RegExp(
    `\\((${list(`(?:requirements? ${id}|rows? ${id}|${id}|threats? \\d+|invariant \\d+|decision \\d+)`)})\\)`,
    "g",
  ),
  new RegExp(`\\bas (${list(id)}) says?\\b`, "g"),
  new RegExp(`"(${list(id)})"`, "g"),
];
const threatPlaces = [new RegExp(`\\bthreats? (${list("\\d+")})`, "g")];

/** The ids in such a list: of "P12 to P14 and P120", these four. */
function idsIn(words: string, one: RegExp): string[] {
  const range = new RegExp(`(${one.source})(?:,? to |-|–)(${one.source})`, "g");
  const between = [...words.matchAll(range)].flatMap(([, from = "", to = ""]) => {
    const [letter, low, high] = [/^\D*/.exec(from)?.[0] ?? "", Number(/\d+/.exec(from)), Number(/\d+/.exec(to))];
    return Array.from(
      { length: high - low + 1 },
      (_, at) => `${letter}${String(low + at).padStart(letter ? 2 : 1, "0")}`,
    );
  });
  return [...words.matchAll(new RegExp(`\\b${one.source}\\b`, "g")), ...between.map((name) => [name])].map(
    ([name = ""]) => name,
  );
}

const named = (text: string, places: RegExp[], one: RegExp) =>
  places.flatMap((place) => [...text.matchAll(place)].flatMap(([, words = ""]) => idsIn(words, one)));

/** What the text names and docs/spec does not have. */
const missing = (text: string) => [
  ...named(text, requirementPlaces, /[A-Z]\d{2,3}/)
    .filter((name) => !requirements.includes(name))
    .map((name) => `requirement ${name}`),
  ...named(text, threatPlaces, /\d+/)
    .filter((name) => !threats.includes(name))
    .map((name) => `threat ${name}`),
];

it("has every requirement and every threat once", () => {
  expect(requirements.length).toBeGreaterThan(900);
  expect(new Set(requirements).size).toBe(requirements.length);
  expect(threats).toEqual(threats.map((_, at) => String(at + 1)));
});

it("has each row in docs/spec that code, tests and documents name", () => {
  const texts = files.map((file) => ({ file, text: read(file) }));
  // Of the hundreds of places, most must be found, or the patterns have become blind.
  expect(texts.flatMap(({ text }) => named(text, requirementPlaces, /[A-Z]\d{2,3}/)).length).toBeGreaterThan(700);
  expect(texts.flatMap(({ text }) => named(text, threatPlaces, /\d+/)).length).toBeGreaterThan(200);
  const lost = texts.flatMap(({ file, text }) =>
    missing(text).map((row) => `${file} names ${row}, which docs/spec does not have`),
  );
  expect(lost).toEqual([]);
});

it("finds rows in lists and ranges, and nothing else", () => {
  const away = [["requirement", "P912"].join(" "), ["(P01 to P03,", "Z98)"].join(" "), ["threats 1,", "98"].join(" ")];
  expect(away.flatMap(missing)).toEqual(["requirement P912", "requirement Z98", "threat 98"]);
  expect(missing('(X11; Linux x86_64) <path d="M18.6 18.8A12" /> threat (S25) of threats')).toEqual([
    "requirement S25",
  ]);
  expect(idsIn("P12 to P14 and P120", /[A-Z]\d{2,3}/).sort()).toEqual(
    ["P12", "P12", "P120", "P13", "P14", "P14"].sort(),
  );
});
