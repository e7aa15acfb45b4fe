import type { Explanation, Problem } from "./resources.ts";

/** What every error of this package is. */
export class MayflyError extends Error {
  override name = "MayflyError";
}

/** The client was not told, or told wrongly, what it needs to know. */
export class ConfigurationError extends MayflyError {
  override name = "ConfigurationError";
}

/** The server cannot be reached, or did not answer in time. */
export class ConnectionError extends MayflyError {
  override name = "ConnectionError";
}

/** What answered does not speak as a Mayfly server does. */
export class UnexpectedAnswer extends MayflyError {
  override name = "UnexpectedAnswer";
}

/** The server refused the call. */
export class Refused extends MayflyError {
  override name = "Refused";
  readonly status: number;
  /** A stable name of what is wrong, such as `forbidden`. */
  readonly code: string;
  /** All that the server said (RFC 9457). */
  readonly problem: Problem;

  constructor(call: string, problem: Problem) {
    const fields = (problem.errors ?? []).map(({ pointer, detail }) => `\n  ${pointer}: ${detail}`).join("");
    super(`${call} was refused: ${problem.status} ${problem.code}. ${problem.detail}${fields}${remedy(problem)}`);
    this.status = problem.status;
    this.code = problem.code;
    this.problem = problem;
  }
}

function remedy({ code }: Problem): string {
  if (["unauthenticated", "invalid_key", "too_many_guesses"].includes(code))
    return "\nSet MAYFLY_KEY to a valid key: create one under API Access.";
  if (code === "rate_limited") return "\nSpread the calls, or ask the operator for more calls per minute.";
  return "";
}

/** No mail came, or none that matches. The message says why. */
export class NothingArrived extends MayflyError {
  override name = "NothingArrived";
  readonly explanation: Explanation;

  constructor(what: string, explanation: Explanation) {
    super(`${what}.\n${explanation.text}`);
    this.explanation = explanation;
  }
}

/** Mail came that should not come. */
export class UnwantedMail extends MayflyError {
  override name = "UnwantedMail";
}

/** A message has no code, link, text or attachment of the kind that was asked for. */
export class NotInMessage extends MayflyError {
  override name = "NotInMessage";
}
