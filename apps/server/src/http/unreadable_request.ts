import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { problems } from "@mayfly/contracts";
import type { Logger } from "pino";
import { Refusal } from "../refusal.ts";
import { rest } from "../wires/rest.ts";
import { bareHeaders } from "./bare_headers.ts";

/** Why Node cannot read a request, by the code of its error. */
function refusalOf(code: string | undefined): Refusal {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return Refusal.unread(problems.timed_out.about).as("timed_out");
  if (code === "HPE_HEADER_OVERFLOW") return Refusal.unread(problems.headers_too_large.about).as("headers_too_large");
  return Refusal.unread();
}

/** Answers what Node cannot read as a request, and so no hook sees. For which wire it was is not known: it is answered as REST. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, log: Logger): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [refusal, id] = [refusalOf(error.code), crypto.randomUUID()];
  const status = rest.statusOf(refusal);
  log.debug({ err: error, reqId: id, status }, "request refused");
  if (!socket.writable) return void socket.destroy(error);
  const { headers, contentType, body } = rest.refusal(refusal, id);
  const head = Object.entries({
    ...{ ...bareHeaders, ...headers, "x-request-id": id, connection: "close" },
    ...{ "content-type": contentType, "content-length": Buffer.byteLength(body) },
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("")}\r\n${body}`);
  socket.destroySoon();
}
