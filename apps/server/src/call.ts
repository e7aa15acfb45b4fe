import type { Contract } from "@mayfly/contracts";
import type { Context, Handler, HeldContext, KeyContext, KeyCreateContext, MemberContext, Repeat } from "./context.ts";

/** What a handler does, with input that its contract has parsed. */
type Work<Given> = (context: Given, input: unknown) => Promise<unknown>;

/** How the answer to a POST of the REST API is given again, if it answers with records. */
type Repeats = { repeat: Repeat<Contract> | undefined };

/** A call, by the names of its feature or resource and its own, and by what its handler is given. */
export type Call = { group: string; name: string; contract: Contract } & (
  | { given: "guest"; work: Work<Context> }
  | { given: "member"; work: Work<MemberContext> }
  | { given: "key"; work: Work<KeyContext> }
  /** `isSingle`: it changes something in one statement, so alone it needs no transaction. */
  | ({ given: "transaction"; work: Work<KeyCreateContext>; isSingle: boolean } & Repeats)
  | ({ given: "held"; work: Work<HeldContext> } & Repeats)
);

/** What the handler of a contract is given. `ContextOf` says it in types. */
function givenBy({ wire, kind, verb, access }: Contract): Call["given"] {
  if (kind === "held") return "held";
  if (wire === "rest") return verb === "POST" ? "transaction" : "key";
  return access === "Guest" ? "guest" : "member";
}

/** Binds a handler to its contract. Only here its types are forgotten: they have said what it is given. */
export function bind(group: string, name: string, contract: Contract, handle: Handler<Contract>): Call {
  const call = { group, name, contract };
  const { repeat, isSingle = false } = handle;
  const work = handle as unknown;
  switch (givenBy(contract)) {
    case "guest":
      return { ...call, given: "guest", work: work as Work<Context> };
    case "member":
      return { ...call, given: "member", work: work as Work<MemberContext> };
    case "key":
      return { ...call, given: "key", work: work as Work<KeyContext> };
    case "transaction":
      return { ...call, given: "transaction", work: work as Work<KeyCreateContext>, isSingle, repeat };
    case "held":
      return { ...call, given: "held", work: work as Work<HeldContext>, repeat };
  }
}
