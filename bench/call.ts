import { type Contract, requestOf } from "../packages/contracts/src/index.ts";

/** A server, and the cookie of whoever calls it; nobody's is empty. */
export interface Caller {
  url: string;
  cookie: string;
}

/** @returns the answer, whatever it is, for those who look at its status */
export function send({ url, cookie }: Caller, contract: Contract, input: object = {}, signal?: AbortSignal) {
  const { path, headers, ...request } = requestOf(contract, input);
  return fetch(url + path, { ...request, headers: { ...headers, cookie }, ...(signal && { signal }) });
}

/** @returns what the contract promises; throws when the server says no */
export async function call<C extends Contract>(
  caller: Caller,
  contract: C,
  input?: object,
): Promise<ReturnType<C["output"]["parse"]>> {
  const response = await send(caller, contract, input);
  const text = await response.text();
  if (!response.ok) throw new Error(`${contract.path} answered ${response.status}: ${text}`);
  const body = JSON.parse(text);
  return contract.output.parse(contract.bare ? body : body.message) as ReturnType<C["output"]["parse"]>;
}
