import { cmsContent } from "./cms.ts";
import { decodings } from "./decoding.ts";
import type { Node } from "./mended_mailparser.ts";
import { isMessage } from "./mended_splitter.ts";

/** A message, or an entity of MIME, that stands in a part in another form. */
export interface Wrapped {
  node: Node;
  content: Buffer;
  isSigned: boolean;
}

/** How many of them are read of one message. */
const mostWrapped = 20;

/**
 * What is wrapped in the parts of a message: the message that is all of it, what was encoded with all its parts (RFC 2045, 6.4
 * forbids that, and large senders do it), and what S/MIME has signed or compressed in one piece (RFC 8551).
 * @param files the contents of attached parts
 */
export function wrappedIn(tree: Node, files: Map<Node | undefined, Buffer>): Wrapped[] {
  const found: Wrapped[] = [];
  const nodes = [tree];
  for (let node = nodes.pop(); node !== undefined && found.length < mostWrapped; node = nodes.pop()) {
    const file = files.get(node);
    const whole = node === tree && isMessage(node.contentType) ? file : encodedIn(node);
    const opened = whole === undefined && file && isSmime(node) ? cmsContent(file) : undefined;
    if (whole) found.push({ node, content: whole, isSigned: false });
    else if (opened) found.push({ node, ...opened });
    nodes.push(...node.children.toReversed());
  }
  return found;
}

const isSmime = ({ contentType, node }: Node) =>
  /^application\/(?:x-)?pkcs7-mime$/.test(contentType || "") || /\.p7m$/i.test(node.filename || "");

/** A multipart in which no part was found, because all of its body is encoded: it says so itself. */
function encodedIn(node: Node): Buffer | undefined {
  const { unparted, encoding, headers } = node.node;
  const decode = decodings.get(encoding);
  if (unparted === undefined || decode === undefined) return undefined;
  const type = headers.getList().find(({ key }) => key === "content-type")?.line ?? "";
  return Buffer.concat([Buffer.from(`${type.trimEnd()}\r\n\r\n`, "latin1"), decode(bodyOf(node), false)]);
}

/** The body of a multipart without parts. What follows it belongs to the multipart around it. */
export function bodyOf({ node: { unparted, _parentBoundary } }: Node): Buffer {
  const body = Buffer.concat(unparted ?? []);
  if (!_parentBoundary) return body;
  const closing = `--${_parentBoundary}--`;
  if (body.subarray(0, closing.length).toString("latin1") === closing) return Buffer.alloc(0);
  const end = body.indexOf(`\n${closing}`, 0, "latin1");
  return end < 0 ? body : body.subarray(0, end);
}
