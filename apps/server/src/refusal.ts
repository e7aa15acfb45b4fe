import { type RefusalType, refusals, texts } from "@mayfly/contracts";

/** The one way for a handler to say no: a type of the framework and a text for the person who asked. */
export class Refusal extends Error {
  readonly type: RefusalType;

  constructor(type: RefusalType, text: string) {
    super(text);
    this.type = type;
  }

  get status(): number {
    return refusals[this.type];
  }

  static invalid = (text: string) => new Refusal("ValidationError", text);
  /** What the caller may not read does not exist (design, invariant 2). */
  static notFound = () => new Refusal("DoesNotExistError", texts.notFound);
}
