import { type Contract, requestOf } from "@mayfly/contracts";

/** A server, and the cookie of its caller, or the key of a program. Without either, or with an empty one: a guest. */
export interface Caller {
  url: string;
  cookie?: string;
  key?: string;
}

/** @returns the answer, whatever its status, for callers that look at it */
export function send({ url, cookie = "", key }: Caller, contract: Contract, input: object = {}, signal?: AbortSignal) {
  const { path, headers, ...request } = requestOf(contract, input);
  return fetch(url + path, {
    ...request,
    headers: { ...headers, ...(key ? { authorization: `Bearer ${key}` } : { cookie }) },
    ...(signal && { signal }),
  });
}

/** @returns the contract's output; throws when the server refuses the call */
export async function call<C extends Contract>(
  caller: Caller,
  contract: C,
  input?: object,
  signal?: AbortSignal,
): Promise<ReturnType<C["output"]["parse"]>> {
  const response = await send(caller, contract, input, signal);
  const text = await response.text();
  if (!response.ok) throw new Error(`${contract.path} answered ${response.status}: ${text}`);
  const body = JSON.parse(text);
  return contract.output.parse(contract.bare ? body : body.message) as ReturnType<C["output"]["parse"]>;
}
