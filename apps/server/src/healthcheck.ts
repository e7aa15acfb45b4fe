// Exits with 0 if every listening role (web, smtp) of this process answers. A container's health check runs it.
import { connect, isIPv6 } from "node:net";
import { readConfig } from "./config.ts";

const { ROLES, HOST, PORT, SMTP_HOST, SMTP_PORT } = readConfig();

const local = (host: string) => (host === "0.0.0.0" || host === "::" ? "localhost" : host);

async function webAnswers(): Promise<void> {
  const host = local(HOST);
  const { ok, status } = await fetch(`http://${isIPv6(host) ? `[${host}]` : host}:${PORT}/healthz`);
  if (!ok) throw new Error(`HTTP ${status}`);
}

function smtpGreets(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(SMTP_PORT, local(SMTP_HOST));
    socket.once("error", reject);
    socket.once("data", (greeting) => {
      socket.end("QUIT\r\n");
      if (greeting.toString().startsWith("220")) resolve();
      else reject(new Error(greeting.toString()));
    });
  });
}

try {
  if (ROLES.includes("web")) await webAnswers();
  if (ROLES.includes("smtp")) await smtpGreets();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
