import type { Contract } from "@mayfly/contracts";
import type { Refusal } from "../refusal.ts";

/** An answer as it is sent. */
export type Answer = Spoken & { status: number };

interface Spoken {
  headers: Record<string, string>;
  contentType: string;
  body: string;
}

/** How answers and refusals are spoken. Nothing is decided here. */
export interface WireFormat {
  statusOf(refusal: Refusal): number;
  /** @param requestId by which the log names the request */
  refusal(refusal: Refusal, requestId: string): Spoken;
  /** @param output what the handler returned, as the contract has it */
  answer(contract: Contract, output: unknown): Answer;
}
