import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { texts } from "./texts.ts";

/**
 * What makes a name look like another one: it overrides, embeds and isolates the direction of text, or shows nothing (spaces of
 * no width, invisible operators, annotations, tags) and no script needs it in a name. Joiners, marks of direction and
 * variation selectors are needed.
 */
const misleading = /[\u00ad\u061c\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/**
 * A text in one line, without characters that reorder others or hide among them. Line breaks, control characters and lone
 * surrogates become spaces; the database refuses some of them.
 */
export const oneLine = (text: string) =>
  text
    .replace(misleading, "")
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();

/** The same for a text of several lines, whose breaks stay. */
export const someLines = (text: string) =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map(oneLine)
    .join("\n")
    .trim();

/** A line of text that must be given. `name` is the field's name for people. */
export const requiredLine = (required: string, name: string, max: number = limits.lineMax) =>
  z.string({ error: required }).check(
    z.overwrite(oneLine),
    z.minLength(1, { error: required }),
    // Aborts, since later checks may take the square of the text's length.
    z.maxLength(max, { error: texts.tooLong(name, max), abort: true }),
    z.refine(isSeen, { error: required }),
  );

/** Whether a text has a visible character: not only blanks, also those of Braille, and characters that show nothing. */
const isSeen = (text: string) => /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** A line of text that may be empty. */
export const optionalLine = (name: string, max: number = limits.lineMax) =>
  z.string().check(z.overwrite(oneLine), z.maxLength(max, { error: texts.tooLong(name, max), abort: true }));

/** Matches a scheme, but not a host followed by its port. */
const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/?#]|$))/i;
const isWebsite = (text: string) => /^https?:\/\/[^\s/@?#.,]+(?:\.[^\s/@?#.,]+)+\.?(?:[/?#]\S*)?$/i.test(text);

/** Empty, or an http or https address; without a scheme it is given https. */
export const website = z
  .pipe(
    optionalLine("Website", limits.urlMax),
    z.transform((text) => (text === "" || hasScheme.test(text) ? text : `https://${text}`)),
  )
  .check(z.refine((text) => text === "" || isWebsite(text), { error: texts.websiteInvalid }));
