import { NetworkFailure, Refused } from "../../api.ts";

interface Texts {
  failed: string;
  network: string;
  thrown: string;
}

/** The settings' three ways to fail (requirement P85). The server's own text, where it gives one, says more. */
export function failureOf(failure: unknown, { failed, network, thrown }: Texts): string {
  if (failure instanceof NetworkFailure) return network;
  return failure instanceof Refused ? (failure.text ?? failed) : thrown;
}
