import type { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { give, type Reply, replies } from "./reply.ts";

/** The longest line of an AUTH exchange, without its CRLF (RFC 4954, section 4). Octets. */
export const longestLogin = 12_286;

type Next = () => void;

const base64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/**
 * Answers AUTH (RFC 4954) by PLAIN or LOGIN with success, whatever the name and the password are, for applications that
 * cannot send without a login. It grants nothing. Nothing of what the client says is kept or logged.
 */
export function takeAnyLogin(wire: SMTPConnection, command: Buffer, next: Next): void {
  const [, mechanism = "", initial, ...surplus] = command.toString().trim().split(/\s+/);
  const prompts = { PLAIN: [""], LOGIN: [username, password] }[mechanism.toUpperCase()];
  if (wire.session.user) refuse(wire, replies.loggedIn, next);
  else if (wire.session.envelope.mailFrom) refuse(wire, replies.loginInTransaction, next);
  else if (mechanism === "" || surplus.length > 0) refuse(wire, replies.loginSyntax, next);
  else if (prompts === undefined) refuse(wire, replies.loginMechanism, next);
  else if (initial === undefined) ask(wire, prompts, next);
  // A lone equals sign stands for an empty initial response.
  else take(wire, initial === "=" ? "" : initial, prompts, next);
}

function refuse(wire: SMTPConnection, reply: Reply, next: Next) {
  give(wire, reply);
  next();
}

/** The prompts of LOGIN, "Username:" and "Password:". No RFC has it; all clients know these. */
const [username, password] = ["VXNlcm5hbWU6", "UGFzc3dvcmQ6"];

function ask(wire: SMTPConnection, prompts: string[], next: Next) {
  wire._nextHandler = (line, goOn) => take(wire, line.toString(), prompts, goOn);
  wire.send(334, prompts[0], false);
  next();
}

/** Takes the answer to the first of the prompts. */
function take(wire: SMTPConnection, answer: string, [prompt, ...rest]: string[], next: Next) {
  if (answer === "*") refuse(wire, replies.loginCancelled, next);
  else if (!isWellFormed(answer, prompt)) refuse(wire, replies.notBase64, next);
  else if (rest.length > 0) ask(wire, rest, next);
  else {
    wire.session.user = "anybody";
    give(wire, replies.loginTaken);
    next();
  }
}

/** Whether an answer is Base64, and that to PLAIN's prompt holds its three parts (RFC 4616). */
const isWellFormed = (answer: string, prompt: string | undefined) =>
  base64.test(answer) && (prompt !== "" || Buffer.from(answer, "base64").filter((byte) => byte === 0).length === 2);
