import { bold, hidden, large, markEnd, quoted, struck } from "../find/text_marks.ts";
import { type Look, lookOfElement, lookOfStyle, looksOfClasses } from "./look.ts";

/** Inputs whose value a reader sees as text. */
const shownInputs = new Set(["", "text", "tel", "number"]);
/** The most of a value that is read. Characters. */
const longestValue = 100;

/** Follows how the text of a document looks while the document is read, and marks it (text_marks.ts). */
export class OpenLooks {
  /** The looks of the open elements that say something, the innermost last. */
  private readonly open: { depth: number; look: Look }[] = [];
  private readonly classes = new Map<string, Look>();
  /** The looks of the styles so far: a document repeats few. */
  private readonly styles = new Map<string, Look | undefined>();
  private isFont = false;
  private sheet: string | undefined;
  /** The open element, if it is an input. */
  private input: { type: string; value: string } | undefined;
  /** Around the text at this place; undefined after a change of the open elements. */
  private mark: string | undefined;

  /** To be called at the beginning of each element, before its attributes. @param depth that of the element */
  opened(name: string, depth: number) {
    this.isFont = name === "font";
    if (name === "style") this.sheet = "";
    if (name === "input") this.input = { type: "", value: "" };
    const look = lookOfElement(name);
    if (look !== undefined) this.add(look, depth);
  }

  attribute(name: string, value: string, depth: number) {
    if (name === "style") this.add(this.lookOf(value), depth);
    else if (name === "size" && this.isFont) {
      // From 1 to 7, of which 3 is ordinary, or relative to that.
      if (/^(?:[5-7]|\+[2-4])$/.test(value.trim())) this.add({ large: true }, depth);
    } else if (name === "hidden") this.add({ hidden: true }, depth);
    else if (name === "class") {
      if (value.includes("gmail_quote")) this.add({ quoted: true }, depth);
      if (this.classes.size > 0 && value.length < 1000) {
        for (const one of value.split(/\s+/, 20)) this.add(this.classes.get(one), depth);
      }
    } else if (this.input !== undefined) {
      if (name === "type") this.input.type = value.toLowerCase();
      if (name === "value") this.input.value = value.slice(0, longestValue);
    }
  }

  /** @returns what stands in the input that ends here */
  closed(depth: number): string {
    if (this.sheet !== undefined) {
      for (const [name, look] of looksOfClasses(this.sheet)) this.classes.set(name, look);
      this.sheet = undefined;
    }
    const { type, value } = this.input ?? { type: "", value: "" };
    this.input = undefined;
    if (this.open.at(-1)?.depth === depth) {
      this.open.pop();
      this.mark = undefined;
    }
    return shownInputs.has(type) ? value : "";
  }

  /** Reads text that is not shown, for the sake of style sheets. */
  readSheet(text: string) {
    if (this.sheet !== undefined) this.sheet += text;
  }

  /** The text with its marks. */
  marked(text: string): string {
    this.mark ??= this.markHere();
    const { mark } = this;
    return mark === "" ? text : mark + text + markEnd;
  }

  private lookOf(style: string): Look | undefined {
    if (this.styles.has(style)) return this.styles.get(style);
    const look = lookOfStyle(style);
    if (this.styles.size < 100) this.styles.set(style, look);
    return look;
  }

  private add(look: Look | undefined, depth: number) {
    if (look === undefined) return;
    this.mark = undefined;
    const last = this.open.at(-1);
    if (last?.depth === depth) last.look = { ...last.look, ...look };
    else this.open.push({ depth, look });
  }

  private markHere(): string {
    const all: Look = Object.assign({}, ...this.open.map(({ look }) => look));
    if (all.hidden) return hidden;
    if (all.struck) return struck;
    if (all.quoted) return quoted;
    if (all.large) return large;
    return all.bold ? bold : "";
  }
}
