/**
 * Why there was no answer, by the code of Node's error: for people, and in words of our own, because Node's and OpenSSL's
 * name addresses of the network and lines of their source.
 */
const reasons: Record<string, readonly string[]> = {
  "The name was not found.": ["ENOTFOUND", "ENODATA", "EAI_NODATA", "EAI_NONAME"],
  // Of the system's lookup: nothing is known of the name.
  "The name servers did not answer.": ["EAI_AGAIN", "EAI_FAIL"],
  "The connection was refused.": ["ECONNREFUSED"],
  "No connection could be made in time.": ["ETIMEDOUT"],
  "The host cannot be reached.": ["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN", "EADDRNOTAVAIL", "EACCES"],
  "The connection was closed before the answer.": ["ECONNRESET", "ECONNABORTED", "EPIPE"],
  "The certificate has expired.": ["CERT_HAS_EXPIRED"],
  "The certificate is not valid yet.": ["CERT_NOT_YET_VALID"],
  "The certificate is for another name.": ["ERR_TLS_CERT_ALTNAME_INVALID", "HOSTNAME_MISMATCH"],
  // The other results of OpenSSL's check of a chain of certificates.
  "The certificate is not trusted.": [
    ...["DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_GET_ISSUER_CERT", "CERT_UNTRUSTED"],
    ...["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "CERT_SIGNATURE_FAILURE", "INVALID_CA"],
    ...["CERT_CHAIN_TOO_LONG", "CERT_REVOKED", "CERT_REJECTED", "INVALID_PURPOSE", "PATH_LENGTH_EXCEEDED"],
    ...["UNABLE_TO_DECRYPT_CERT_SIGNATURE", "UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY", "UNABLE_TO_GET_CRL"],
  ],
  "The answer's headers are too large.": ["HPE_HEADER_OVERFLOW"],
};

const byCode = new Map(Object.entries(reasons).flatMap(([reason, codes]) => codes.map((code) => [code, reason])));

/** Codes of which there are many. */
const byStart = [
  ["ERR_SSL_", "No TLS connection could be made."],
  ["EPROTO", "No TLS connection could be made."],
  ["HPE_", "The answer is not HTTP."],
] as const;

/** What to tell the people whose webhook it is about an error of a request. */
export function reasonOf(error: unknown): string {
  // One for each address that was tried.
  const [first] = error instanceof AggregateError ? error.errors : [error];
  const { code } = (first ?? {}) as { code?: unknown };
  if (typeof code !== "string") return failed;
  return byCode.get(code) ?? byStart.find(([start]) => code.startsWith(start))?.[1] ?? failed;
}

const failed = "The request failed.";
