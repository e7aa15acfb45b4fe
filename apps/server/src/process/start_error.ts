/** Something that the operator has to fix, be it a setting or a command line. Only its message is shown to them. */
export class StartError extends Error {}

const hostCodes = new Set(["ENOTFOUND", "EAI_AGAIN", "EADDRNOTAVAIL"]);

/** Why a port cannot be listened on. @param settings the names of the two settings for host and port */
export function cannotListen(
  { code = "" }: NodeJS.ErrnoException,
  what: string,
  { host, port }: { host: string; port: number },
  settings: { host: string; port: string },
): StartError {
  const why = code === "EADDRINUSE" ? "is in use" : `cannot be opened (${code})`;
  const setting = hostCodes.has(code) ? settings.host : settings.port;
  return new StartError(`${what} port ${port} on ${host} ${why}; set ${setting} to another.`);
}

/** The line of an error's message that says what is wrong. Prisma's messages begin with the call that failed. */
export const tellingLine = (message: string): string => {
  const lines = message.split("\n").map((line) => line.trim());
  return lines.find((line) => line !== "" && !/^Invalid `.*` invocation/.test(line)) ?? message.trim();
};
