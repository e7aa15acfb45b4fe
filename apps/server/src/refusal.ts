import { type FeatureName, type ProblemCode, type RefusalType, type Scope, texts } from "@mayfly/contracts";

/** What of a text is wrong, in characters. */
interface Place {
  position: number;
  length: number;
}

/** What is wrong with a field; of a long text, where. */
type Problem = { path: string[]; text: string } & Partial<Place>;

/** After how many seconds it is worth to ask again for what is away. */
const awaySeconds = 1;

/** The one way for a handler to say no: what kind of refusal it is, and a text for the person who asked. */
export class Refusal extends Error {
  readonly type: RefusalType;
  /** Seconds after which it may be tried again. */
  retryAfter?: number;
  /** What is wrong with which field of the input. */
  problems?: Problem[];
  /** Where the fault is, if the request has one long text. */
  place?: Place;
  /** The request is not of a form that could be read. */
  isUnread?: true;
  /** The verbs that the resource has; the request's is not one of them. */
  allow?: string;

  /** The word for it on the REST wire, where its type alone does not say enough. */
  code?: ProblemCode;
  /** What the REST wire says besides. */
  named: { required_scope?: Scope; feature?: FeatureName } = {};

  /** Besides the message, what else is wrong. */
  readonly further: string[];

  constructor(type: RefusalType, text: string, ...further: string[]) {
    super(text);
    this.type = type;
    this.further = further;
  }

  /** Whether the fault is ours. */
  get isFault(): boolean {
    return this.type === "ServerError" || this.type === "ServiceUnavailable";
  }

  static unread = (text = "The request could not be read.") =>
    Object.assign(Refusal.invalid(text), { isUnread: true as const });
  static invalid = (text: string, ...further: string[]) => new Refusal("ValidationError", text, ...further);
  static wrongMethod = (verbs: string[]) =>
    Object.assign(Refusal.invalid(`This resource supports ${new Intl.ListFormat("en-GB").format(verbs)}.`), {
      allow: verbs.join(", "),
    });
  /** A refusal with a word of its own on the REST wire. */
  as(code: ProblemCode, named: Refusal["named"] = {}): this {
    return Object.assign(this, { code, named });
  }

  /** The field that it is about. */
  about(...path: string[]): this {
    return Object.assign(this, { problems: [{ path, text: this.message }] });
  }

  static duplicate = (text: string) => new Refusal("DuplicateEntryError", text);
  static forbidden = (text: string = texts.forbidden) => new Refusal("PermissionError", text);
  static tooMany = (seconds: number, text = texts.tooManyRequests(seconds)) =>
    Object.assign(new Refusal("TooManyRequests", text), { retryAfter: seconds });
  /** What is needed is away, and comes back by itself. */
  static unavailable = () =>
    Object.assign(new Refusal("ServiceUnavailable", texts.unavailable), { retryAfter: awaySeconds });
  /** Also the answer for what exists but the caller may not read (invariant 2). */
  static notFound = (text: string = texts.notFound) => new Refusal("DoesNotExistError", text);
}
