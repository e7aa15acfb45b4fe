import { type ErrorBody, refusals } from "@mayfly/contracts";
import type { Refusal } from "../refusal.ts";
import type { WireFormat } from "./format.ts";

/** The framework's body for a refusal: the first text as `message`, and all of them wrapped as its clients expect. */
const errorBody = ({ type, message, further, place }: Refusal): ErrorBody => ({
  exc_type: type,
  exc: JSON.stringify([`${type}: ${message}`]),
  _server_messages: JSON.stringify(
    [message, ...further].map((text) => JSON.stringify({ message: text, indicator: "red" })),
  ),
  message,
  ...(place && { place }),
});

/** The wire of the document framework, whose clients call the web app's calls (decision 005). */
export const frappe: WireFormat = {
  statusOf: ({ type }) => refusals[type],
  refusal: (refusal) => ({ headers: {}, contentType: json, body: JSON.stringify(errorBody(refusal)) }),
  answer: ({ bare }, output) => ({
    ...{ status: 200, headers: {}, contentType: json },
    body: JSON.stringify(bare ? output : { message: output }),
  }),
};

const json = "application/json; charset=utf-8";
