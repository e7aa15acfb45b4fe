import { expect, it } from "vitest";
import { reasonOf } from "./reasons.ts";

const failure = (code: string) =>
  Object.assign(new Error(`${code} 10.1.2.3:443:../ssl/record/rec_layer.c:1589:`), { code });

it.each([
  ["ENOTFOUND", "The name was not found."],
  ["EAI_NONAME", "The name was not found."],
  ["EAI_AGAIN", "The name servers did not answer."],
  ["EAI_FAIL", "The name servers did not answer."],
  ["ECONNREFUSED", "The connection was refused."],
  ["ETIMEDOUT", "No connection could be made in time."],
  ["EHOSTUNREACH", "The host cannot be reached."],
  ["ECONNRESET", "The connection was closed before the answer."],
  ["CERT_HAS_EXPIRED", "The certificate has expired."],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "The certificate is for another name."],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "The certificate is not trusted."],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "The certificate is not trusted."],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "No TLS connection could be made."],
  ["EPROTO", "No TLS connection could be made."],
  ["HPE_HEADER_OVERFLOW", "The answer's headers are too large."],
  ["HPE_INVALID_CONSTANT", "The answer is not HTTP."],
  ["ESOMETHING", "The request failed."],
])("says for %s: %s", (code, reason) => {
  expect(reasonOf(failure(code))).toBe(reason);
  expect(reasonOf(new AggregateError([failure(code), failure("EOTHER")]))).toBe(reason);
});

it("says nothing of what else was thrown", () => {
  for (const thrown of [new Error("secret"), "secret", undefined, new AggregateError([]), { code: 5 }]) {
    expect(reasonOf(thrown)).toBe("The request failed.");
  }
});
