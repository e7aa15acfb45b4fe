import { createTransport } from "nodemailer";

export interface Delivery {
  host: string;
  port: number;
  to: string;
  /** A message (RFC 5322); Date and Message-ID are added where it has none. */
  raw: Buffer;
}

/** Delivers a message over SMTP. @returns the server's reply @throws the server's refusal */
export async function sendMail({ host, port, to, raw }: Delivery): Promise<string> {
  const transport = createTransport({ host, port, secure: false, ignoreTLS: true });
  try {
    const info = await transport.sendMail({ envelope: { from: senderOf(raw), to: [to] }, raw: complete(raw) });
    return info.response;
  } finally {
    transport.close();
  }
}

const headOf = (raw: Buffer) => raw.toString("latin1").split(/\r?\n\r?\n/, 1)[0] ?? "";

function senderOf(raw: Buffer): string {
  const from = /^From:.*?(?:<([^>\s]+)>|(\S+@\S+))\s*$/im.exec(headOf(raw).replace(/\r?\n[ \t]+/g, " "));
  return from?.[1] ?? from?.[2] ?? "";
}

function complete(raw: Buffer): Buffer {
  const head = headOf(raw);
  const added = [
    ...(/^Date:/im.test(head) ? [] : [`Date: ${new Date().toUTCString().replace("GMT", "+0000")}`]),
    ...(/^Message-ID:/im.test(head) ? [] : [`Message-ID: <${crypto.randomUUID()}@mayfly.test>`]),
  ];
  return Buffer.concat([Buffer.from(added.map((line) => `${line}\r\n`).join("")), raw]);
}
