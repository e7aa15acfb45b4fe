/** Something that the operator has to mend, be it a setting or what was typed. Its message is all that they see. */
export class StartError extends Error {}

const hostCodes = new Set(["ENOTFOUND", "EAI_AGAIN", "EADDRNOTAVAIL"]);

/** Why a port cannot be listened on. @param settings the names of the two that say where */
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

/** What an error's message says in one line. Prisma's begins with which call it was. */
export const tellingLine = (message: string): string => {
  const lines = message.split("\n").map((line) => line.trim());
  return lines.find((line) => line !== "" && !/^Invalid `.*` invocation/.test(line)) ?? message.trim();
};
