import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { texts } from "./texts.ts";

/** Line breaks, control characters and halves of characters are spaces in a line; the database takes some not at all. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim();

/** A line of text that must be given. `name` is what the person calls the field. */
export const requiredLine = (required: string, name: string, max: number = limits.lineMax) =>
  z.string({ error: required }).check(
    z.overwrite(oneLine),
    z.minLength(1, { error: required }),
    // What comes after may take the square of a text's length.
    z.maxLength(max, { error: texts.tooLong(name, max), abort: true }),
    z.refine(isSeen, { error: required }),
  );

/** Whether more than blanks, of Braille too, and what shows nothing is in a text. */
const isSeen = (text: string) => /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** A line of text that may be empty. */
export const optionalLine = (name: string, max: number = limits.lineMax) =>
  z.string().check(z.overwrite(oneLine), z.maxLength(max, { error: texts.tooLong(name, max), abort: true }));

/** Not a host and its port. */
const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/?#]|$))/i;
const isWebsite = (text: string) => /^https?:\/\/[^\s/@?#.,]+(?:\.[^\s/@?#.,]+)+\.?(?:[/?#]\S*)?$/i.test(text);

/** Empty, or an http or https address; without a scheme it is given https. */
export const website = z
  .pipe(
    optionalLine("Website", limits.urlMax),
    z.transform((text) => (text === "" || hasScheme.test(text) ? text : `https://${text}`)),
  )
  .check(z.refine((text) => text === "" || isWebsite(text), { error: texts.websiteInvalid }));
