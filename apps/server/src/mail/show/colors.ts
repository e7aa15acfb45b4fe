const names: Record<string, string> = { white: "#ffffff", black: "#000000" };
/** More than so much in one part of a color, of 255, can be seen. */
const unseen = 8;
/** What is less opaque cannot be seen. */
const faint = 0.05;

/** A color as `#rrggbb`, `transparent`, or as it is named; undefined for none, and for what has it from elsewhere. */
export function colorOf(given = ""): string | undefined {
  const text = given.trim().toLowerCase();
  if (!/^(?:#[\da-f]{3,8}|[a-z]{3,30}|rgba?\([\d\s.,%/]{1,60}\))$/.test(text)) return undefined;
  if (/^(?:inherit|initial|unset|revert|currentcolor)$/.test(text)) return undefined;
  if (text.startsWith("#")) {
    const digits = text.length < 6 ? text.slice(1).replace(/./g, "$&$&") : text.slice(1);
    return Number.parseInt(digits.slice(6) || "ff", 16) <= faint * 255 ? "transparent" : `#${digits.slice(0, 6)}`;
  }
  const parts = text.match(/[\d.]+%?/g);
  if (!text.startsWith("rgb") || parts === null) return names[text] ?? text;
  const [red, green, blue, alpha = 1] = parts.map((part) => Number.parseFloat(part) * (part.endsWith("%") ? 2.55 : 1));
  if (alpha <= faint) return "transparent";
  return `#${[red, green, blue].map((part = 0) => Math.min(255, Math.round(part)).toString(16).padStart(2, "0")).join("")}`;
}

/** Whether nobody can tell the colors apart. Of two that are not known, nobody knows. */
export function isAlike(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (!one.startsWith("#") || !other.startsWith("#")) return one === other;
  const parts = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const others = parts(other);
  return parts(one).every((part, at) => Math.abs(part - (others[at] ?? 0)) <= unseen);
}
