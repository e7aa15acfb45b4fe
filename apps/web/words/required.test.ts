import { expect, test } from "vitest";
import required from "./required.json" with { type: "json" };
import { shape, sourceFiles, textsIn } from "./sources.ts";

/**
 * required.json: the texts that the requirements name, each with its row. `in` says where, for a text that stands in
 * several files; `elsewhere` says why one is not in ours.
 */
test("the sources contain the texts of required.json verbatim, each in its place", () => {
  const files = sourceFiles();
  const texts = new Map(files.map((file) => [file, textsIn(file)]));
  const faults: string[] = [];
  for (const { id, text, in: place, elsewhere } of required as Required[]) {
    const wanted = shape(text);
    const places = files.filter((file) => texts.get(file)?.has(wanted));
    if (elsewhere !== undefined) {
      if (places.length > 0) faults.push(`${id}: "${text}" is ours after all, in ${places}`);
    } else if (place !== undefined) {
      if (!places.includes(place)) faults.push(`${id}: "${text}" is not in ${place}`);
    } else if (places.length === 0) faults.push(`${id}: "${text}" is nowhere`);
    else if (places.length > 1) faults.push(`${id}: "${text}" is in ${places}; say which`);
  }
  expect(faults).toEqual([]);
});

interface Required {
  id: string;
  text: string;
  in?: string;
  elsewhere?: string;
}
