/** The parameters whose names can only be a parameter's: a value is not likely to contain one of them with an `=`. */
const slipped =
  /(?:boundary|charset|name|filename|format|delsp|type|report-type|protocol|micalg)(?:\*\d*\*?)?[ \t]*=/iy;
/** Their values may contain brackets that are no comment (RFC 822, 3.4.3). */
const ofNames = /^\s*(?:file)?name\b/i;

/** The first piece of a parameter of which pieces are encoded, and a piece that is not (RFC 2231, 4.1). */
const firstEncoded = /^\s*([^\s*=]+)\*0\*\s*=/;
const notEncoded = /^\s*([^\s*=]+)\*\d+\s*=/;

/**
 * The value of a header with parameters (RFC 2045, 5.1) as it was meant: with a semicolon before each parameter, also
 * where a program wrote a blank or a comma, without comments, and each parameter once, as it came first. libmime decodes
 * all pieces of a parameter alike: a percent sign in one that is not encoded is encoded here.
 */
export function separated(value: string): string {
  const seen = new Set<string>();
  const [said = "", ...parameters] = pieces(value);
  const encoded = new Set(parameters.map((one) => firstEncoded.exec(one)?.[1]?.toLowerCase()));
  const kept = parameters.filter((parameter) => {
    const name = parameter.split("=", 1)[0]?.trim().toLowerCase() ?? "";
    return seen.size < seen.add(name).size;
  });
  const clear = kept.map(withMeantName).map((one) => {
    const name = notEncoded.exec(one)?.[1]?.toLowerCase();
    const isLiteral = name !== undefined && encoded.has(name);
    // Then it is an encoded piece, and says so: what has been separated once stays as it is.
    const literal = isLiteral ? one.replaceAll("%", "%25").replace(/\s*=/, "*=") : one;
    return ofNames.test(one) ? literal : withoutComment(literal);
  });
  return [withoutComment(said), ...clear].join(";");
}

/** A name of a file with the folders of Windows, quoted as it is. */
const withFolders = /^(\s*(?:file)?name\s*=\s*")(?:[a-z]:|\\)\\(?:[^"\\]*\\)*([^"\\]+"\s*)$/i;
/** A value that is encoded (RFC 2231, 4), and in it a percent sign that encodes nothing. */
const encodedValue = /^[^=]*\*\s*=/;
const lonePercent = /%(?![\da-f]{2})/gi;

/** A parameter without the folders of a file (RFC 2183, 2.3), and with a percent sign where one is meant. */
function withMeantName(parameter: string): string {
  const name = parameter.replace(withFolders, "$1$2");
  return encodedValue.test(name) ? name.replace(lonePercent, "%25") : name;
}

/** Splits at semicolons, and where one is missing; neither in quotes. */
function pieces(value: string): string[] {
  const found: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const sign = value[at] ?? "";
    if (sign === "\\") at += 1;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === ";") {
      found.push(value.slice(start, at));
      start = at + 1;
    } else if (!quoted && isGap(sign)) {
      const end = at;
      while (isGap(value[at + 1] ?? "")) at += 1;
      slipped.lastIndex = at + 1;
      if (value.slice(start, end).trim() === "" || !slipped.test(value)) continue;
      found.push(value.slice(start, end));
      start = at + 1;
    }
  }
  found.push(value.slice(start));
  return found;
}

const isGap = (sign: string) => sign === " " || sign === "," || sign === "\t" || sign === "\r" || sign === "\n";

/** Without comments (RFC 5322, 3.2.2). A bracket within a word or in quotes begins none. */
function withoutComment(piece: string): string {
  if (!piece.includes("(")) return piece;
  if (piece.includes('"')) return piece.replace(/^([^"(]*"(?:[^"\\]|\\.)*")\s*\(.*$/s, "$1");
  return piece.replace(/(^|[\s=])\([^()]*\)/g, "$1");
}
