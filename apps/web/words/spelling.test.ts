import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { root, sourceFiles, textsIn } from "./sources.ts";

const stems =
  "author|capital|categor|custom|emphas|final|general|initial|internal|international|local|maxim|minim|modern|normal|optim|organ|prior|real|recogn|sanit|serial|special|stabil|standard|summar|synchron|token|util|visual";
/** Words that are spelled otherwise in American English. */
const british = new RegExp(
  String.raw`\b\w*(?:behaviour|colour|favour|honour|humour|labour|neighbour|analys(?:e[ds]?|ing)\b|catalogue|cancelled|cancelling|centre[ds]?\b|cheque|defence|dialogue|fulfil\b|grey|judgement|labelled|licence|modelled|programme\b|signalled|travelled|whilst|(?:${stems})is(?:e[drs]?|ing|ation)s?\b)\w*`,
  "gi",
);
const britishIn = (text: string) => text.match(british) ?? [];

it("spells as Americans do what people read in the app, the API and its refusals", () => {
  // The words by which codes are found in mail are those of its senders.
  const files = sourceFiles().filter((file) => !file.startsWith("apps/server/src/mail/"));
  const found = files.flatMap((file) =>
    // A word by itself in small letters is a name for programs.
    [...textsIn(file)]
      .filter((text) => /^\p{Lu}|\s/u.test(text))
      .flatMap((text) => britishIn(text).map((word) => `${file}: ${word}`)),
  );
  expect(found).toEqual([]);
});

it("spells as Americans do in the documents", () => {
  // docs/spec quotes its sources.
  const files = globSync(["*.md", "docs/*.md", "docs/decisions/*.md", "packages/*/*.md"], { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8").replace(/```[\s\S]*?```|`[^`]*`/g, "");
    return britishIn(text).map((word) => `${file}: ${word}`);
  });
  expect(found).toEqual([]);
});
