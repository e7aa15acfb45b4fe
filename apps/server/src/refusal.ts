import { type RefusalType, refusals, texts } from "@mayfly/contracts";

/** The one way for a handler to say no: a type of the framework and a text for the person who asked. */
export class Refusal extends Error {
  readonly type: RefusalType;
  /** Seconds after which it may be tried again. */
  retryAfter?: number;

  /** Besides the message, what else is wrong. */
  readonly further: string[];

  constructor(type: RefusalType, text: string, ...further: string[]) {
    super(text);
    this.type = type;
    this.further = further;
  }

  get status(): number {
    return refusals[this.type];
  }

  static invalid = (text: string, ...further: string[]) => new Refusal("ValidationError", text, ...further);
  static duplicate = (text: string) => new Refusal("DuplicateEntryError", text);
  static forbidden = (text: string = texts.forbidden) => new Refusal("PermissionError", text);
  static tooMany = (seconds: number, text = texts.tooManyRequests(seconds)) =>
    Object.assign(new Refusal("TooManyRequests", text), { retryAfter: seconds });
  /** Also the answer for what exists but the caller may not read (design, invariant 2). */
  static notFound = (text: string = texts.notFound) => new Refusal("DoesNotExistError", text);
}
