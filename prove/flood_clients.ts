import { SmtpClient } from "@mayfly/server/testing/smtp_client";

interface FloodOptions {
  port: number;
  tries: number;
  /** At once. */
  connections: number;
  /** On which names are tried that nobody has. */
  domains: string[];
  /** Names that take mail no more: every fourth try is one of them. */
  ended: string[];
}

export interface Flooded {
  refused: number;
  /** Tries with any other answer, or none. */
  other: number;
  networks: number;
}

/** Names that a connection tries, in one go: fewer than the errors that it may make. */
const together = 900;

/** Tries names from ever other addresses of this machine, over so many connections at once. */
export async function floodNames({ port, tries, connections, domains, ended }: FloodOptions): Promise<Flooded> {
  const flooded: Flooded = { refused: 0, other: 0, networks: 0 };
  let next = 0;
  const nameOf = (no: number) =>
    no % 4 === 3 ? ended[no % ended.length] : `nobody-${no}@${domains[no % domains.length]}`;
  const work = async () => {
    for (let from = next; from < tries; from = next) {
      next = Math.min(tries, from + together);
      const end = next;
      flooded.networks += 1;
      await using client = await SmtpClient.open(port, networkOf(flooded.networks));
      const rcpts = Array.from({ length: end - from }, (_, at) => `RCPT TO:<${nameOf(from + at)}>\r\n`);
      client.write(`EHLO flood.example\r\nMAIL FROM:<sender@elsewhere.example>\r\n${rcpts.join("")}`);
      await client.reply();
      await client.reply();
      for (const _ of rcpts) {
        if (/^550.5\.[12]\.1/.test((await client.reply()) ?? "")) flooded.refused += 1;
        else flooded.other += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return flooded;
}

/** Addresses of the loopback network, some sixty thousand. */
const networkOf = (no: number) =>
  `127.${1 + (Math.floor(no / 62_500) % 250)}.${Math.floor(no / 250) % 250}.${1 + (no % 250)}`;
