import { api_key, type Contract, requestOf, type Scope, scopes } from "@mayfly/contracts";
import type { RootDatabase } from "../database/database.ts";
import { firstOf, hashKey, makeKey } from "../text/api_key.ts";
import type { Answer, TestApp, TestMember } from "./test_app.ts";

/** A program with a key. */
export interface ApiClient {
  key: string;
  /** The key's name in the database. */
  name: string;
  call(contract: Contract, input?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  fetch(path: string, init?: RequestInit): Promise<Answer>;
}

/** Makes a key of a member's, and calls with it. */
export async function apiClient(
  app: Pick<TestApp, "guest">,
  member: TestMember,
  given: { scopes?: readonly Scope[]; networks?: string[]; duration?: number } = {},
): Promise<ApiClient> {
  const input = { key_name: "Test", scopes, ...given };
  const { status, body } = await member.call(api_key.create_api_key, input);
  if (status !== 200) throw new Error(`no key: ${JSON.stringify(body)}`);
  const { key, name } = body.message;
  return { name, ...clientWith(app, key) };
}

/** Calls with a text for a key. */
export function clientWith(app: Pick<TestApp, "guest">, key: string): Omit<ApiClient, "name"> {
  const { guest } = app;
  const fetch: ApiClient["fetch"] = (path, init = {}) =>
    guest.fetch(path, { ...init, headers: { authorization: `Bearer ${key}`, ...(init.headers as object) } });
  return {
    key,
    fetch,
    call(contract, input = {}, headers = {}) {
      const { path, ...request } = requestOf(contract, input);
      return fetch(path, { ...request, headers: { ...request.headers, ...headers } });
    },
  };
}

/** Puts a key with all scopes into the database, for callers that know no password. @returns it, and its name */
export async function storedKey(
  rootDb: RootDatabase,
  { company, member, label }: { company: string; member: string; label: string },
): Promise<{ key: string; name: string }> {
  const [key, name] = [makeKey(), crypto.randomUUID()];
  await rootDb.apiKey.create({
    data: {
      ...{ name, company, member, key_name: label, first: firstOf(key), scopes: [...scopes], creation: new Date() },
      hash: new Uint8Array(hashKey(key)),
    },
  });
  return { key, name };
}
