import type { Message } from "./message.ts";

/** What the command reads from and writes to. */
export interface Terminal {
  out(text: string | Uint8Array): void;
  err(text: string): void;
  input: AsyncIterable<Buffer | string>;
  /** Whether what is written is shown to somebody. */
  isTerminal: boolean;
}

/** Text without what controls a terminal: others wrote it. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal obeys
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");

/** An object as a line of JSON, in which nothing controls a terminal either. */
export const jsonLine = (value: unknown): string =>
  `${JSON.stringify(value).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )}\n`;

/** A message for people. */
export function shown({ data }: Message): string {
  const { name, creation, sender, unicode_recipients, subject, code, text, links = [] } = data;
  const header: [string, string][] = [
    ["Id", name],
    ["Date", creation],
    ["From", sender],
    ["To", unicode_recipients],
    ["Subject", subject],
    ...(code === "" ? [] : [["Code", code] as [string, string]]),
    ...links.map(({ url }): [string, string] => ["Link", url]),
  ];
  const lines = header.map(([what, value]) => `${what}: ${plain(value).replaceAll("\n", " ")}`);
  return `${lines.join("\n")}\n\n${plain(text ?? "(It cannot be read as text: see mayfly raw.)").trimEnd()}\n`;
}
