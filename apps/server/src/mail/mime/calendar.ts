import { decodedAs } from "./charset.ts";

/** How much of a calendar is read. Bytes. */
const readBytes = 64 * 1024;

/**
 * A calendar (RFC 5545) as people read it: what its first event or task is about, when, where and by whom. Without one, the
 * calendar as it is.
 */
export function calendarText(bytes: Buffer, charset: string | undefined): string {
  const text = decodedAs(bytes.subarray(0, readBytes), charset || "utf-8", false).replace(/\r\n?/g, "\n");
  const event = eventIn(text.replace(/\n[ \t]/g, ""));
  if (event === undefined) return text.trim();
  const value = (name: string) => unescaped(event.get(name)?.value ?? "");
  const [start, end] = [timeOf(event.get("DTSTART")), timeOf(event.get("DTEND") ?? event.get("DUE"))];
  const organizer = event.get("ORGANIZER");
  const name = /;CN=(?:"([^"]*)"|([^;:"]*))/i.exec(organizer?.parameters ?? "");
  const address = (organizer?.value ?? "").replace(/^mailto:/i, "");
  const by = [name?.[1] ?? name?.[2] ?? "", address].filter((part) => part !== "");
  const lines = [
    value("SUMMARY"),
    labelled("When", [start, end].filter((time) => time !== "").join(" to ")),
    labelled("Where", value("LOCATION")),
    labelled("Organizer", by.length === 2 ? `${by[0]} <${by[1]}>` : (by[0] ?? "")),
    value("DESCRIPTION") && `\n${value("DESCRIPTION")}`,
  ];
  return lines.filter((line) => line !== "").join("\n");
}

interface Property {
  /** With the semicolon before each. */
  parameters: string;
  value: string;
}

const property = /^([a-z-]+)((?:"[^"]*"|[^":])*):(.*)$/i;

/** The properties of the first event or task, the first of each name, without those of its alarms. */
function eventIn(calendar: string): Map<string, Property> | undefined {
  const [, begun] = calendar.split(/^BEGIN:(?:VEVENT|VTODO)[ \t]*$/im, 2);
  if (begun === undefined) return undefined;
  const found = new Map<string, Property>();
  let depth = 0;
  for (const line of begun.split("\n")) {
    if (/^BEGIN:/i.test(line)) depth += 1;
    if (/^END:/i.test(line)) depth -= 1;
    if (depth < 0) break;
    const [, name = "", parameters = "", value = ""] = (depth === 0 && property.exec(line)) || [];
    if (name !== "" && !found.has(name.toUpperCase())) found.set(name.toUpperCase(), { parameters, value });
  }
  return found;
}

const labelled = (label: string, text: string) => (text === "" ? "" : `${label}: ${text}`);

const unescaped = (value: string) =>
  value.replace(/\\(.)/g, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign)).trim();

/** A date, or a time with its zone, as people write it; one in another form as it is. */
function timeOf(given: Property | undefined): string {
  if (given === undefined) return "";
  const [, year, month, day, hour, minute, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(given.value) ?? [];
  if (year === undefined) return given.value;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  const zone = utc ? "UTC" : /;TZID="?([^";]+)/i.exec(given.parameters)?.[1];
  return `${date} ${hour}:${minute}${zone === undefined ? "" : ` (${zone})`}`;
}
