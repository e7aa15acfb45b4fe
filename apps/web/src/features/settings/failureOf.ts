import { NetworkFailure, Refused } from "../../data/api.ts";

interface Texts {
  failed: string;
  network: string;
  thrown: string;
}

/** The texts of the settings' three kinds of failure (requirement P85). The server's own text, if any, comes first. */
export function failureOf(failure: unknown, { failed, network, thrown }: Texts): string {
  if (failure instanceof NetworkFailure) return network;
  return failure instanceof Refused ? (failure.text ?? failed) : thrown;
}
