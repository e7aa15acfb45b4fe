import { once } from "node:events";
import { copyFile } from "node:fs/promises";
import { connect as connectTls } from "node:tls";
import { afterEach, expect, it, vi } from "vitest";
import { certificate } from "../testing/certificate.ts";
import { receiver } from "../testing/receiver.ts";
import { SmtpClient } from "../testing/smtp_client.ts";
import { testApp } from "../testing/test_app.ts";

const message = "Subject: Hello\r\n\r\nBody\r\n";

afterEach(() => void vi.useRealTimers());

it("switches to TLS with STARTTLS, and ignores plain text that was sent ahead (threat 11)", async () => {
  await using pair = await certificate("mayfly.test");
  await using given = await receiver({
    SMTP_TLS_CERT: pair.cert,
    SMTP_TLS_KEY: pair.key,
    SMTP_MAX_CONNECTIONS_PER_ADDRESS: "2",
  });
  // More connections, one after the other, than may be open at once: the receiver forgets each when it ends.
  for (let ended = 0; ended < 8; ended += 1) {
    await using plain = await given.open();
    const socket = connectTls({ socket: await plain.startTls(), rejectUnauthorized: false });
    const secure = new SmtpClient(socket);
    expect(await secure.say("QUIT")).toMatch(/^221 /);
    socket.destroy();
  }
  await using client = await given.open();
  client.write("EHLO client.example\r\nSTARTTLS\r\nMAIL FROM:<evil@elsewhere.example>\r\n");
  expect(await client.reply()).toContain("STARTTLS");
  expect(await client.reply()).toMatch(/^220 /);
  const tls = new SmtpClient(connectTls({ socket: client.detach(), rejectUnauthorized: false }));
  const offers = await tls.say("EHLO client.example");
  expect(offers).not.toContain("STARTTLS");
  // The MAIL in plain text was ignored.
  expect(await tls.say(`RCPT TO:<${given.to}>`)).toMatch(/^503 /);
  expect(await tls.send(given.to, message)).toMatch(/^250 /);
});

it("warns of a certificate that has expired", async () => {
  await using pair = await certificate("mayfly.test");
  const settings = { ROLES: "smtp", SMTP_TLS_CERT: pair.cert, SMTP_TLS_KEY: pair.key };
  const isWarned = async () => {
    await using app = await testApp(settings);
    return app.log.some((line) => line.includes("the certificate of SMTP_TLS_CERT has expired"));
  };
  expect(await isWarned()).toBe(false);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * 86_400_000 });
  expect(await isWarned().finally(() => vi.useRealTimers())).toBe(true);
});

it("uses a renewed certificate within an hour, and keeps the one it has while the files cannot be used", async () => {
  await using first = await certificate("first.test");
  await using second = await certificate("second.test");
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await using given = await receiver({ SMTP_TLS_CERT: first.cert, SMTP_TLS_KEY: first.key });
  const shown = async () => {
    vi.advanceTimersByTime(60 * 60_000);
    await using plain = await given.open();
    const socket = connectTls({ socket: await plain.startTls(), rejectUnauthorized: false });
    await once(socket, "secureConnect");
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN;
  };
  expect(await shown()).toBe("first.test");
  await copyFile(second.cert, first.cert);
  expect(await shown()).toBe("first.test");
  await copyFile(second.key, first.key);
  expect(await shown()).toBe("second.test");
  const told = (line: string) => given.app.log.filter((logged) => logged.includes(line)).length;
  expect(told("the certificate that was read before stays in use")).toBe(1);
  expect(told("the renewed certificate of SMTP_TLS_CERT is in use")).toBe(1);
});

it("names the settings if the certificate cannot be used", async () => {
  for (const file of ["/nowhere.pem", import.meta.filename]) {
    await expect(testApp({ ROLES: "smtp", SMTP_TLS_CERT: file, SMTP_TLS_KEY: file })).rejects.toThrow(
      /^SMTP_TLS_CERT or SMTP_TLS_KEY /,
    );
  }
});
