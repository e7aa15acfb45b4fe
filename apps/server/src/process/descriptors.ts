import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import type { Logger } from "pino";

/** What a process has open besides its clients: files, threads, other connections to the database, and requests to webhooks. */
const others = 400;
/** The least that is left to clients, however small the limit is. */
const least = 8;
/** How often it is tried whether a descriptor is left. Milliseconds. */
const lookMilliseconds = 1_000;

/** How many files and connections this process may have open; undefined where the system does not tell. */
export function descriptorLimit(): number | undefined {
  try {
    // Node itself raises the soft limit to the hard one.
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

/** The settings that say how many connections a process may have. */
interface Connections {
  ROLES: readonly string[];
  DATABASE_CONNECTIONS: number;
  HTTP_MAX_CONNECTIONS: number;
  SMTP_MAX_CONNECTIONS: number;
}

/**
 * The settings with as many connections as the limit of descriptors allows. A client beyond the settings is told so; one
 * beyond the descriptors finds its connection reset, and nothing in this process hears of it (row Z15).
 */
export function fitConnections<Given extends Connections>(given: Given, limit: number | undefined, log: Logger): Given {
  const { ROLES, DATABASE_CONNECTIONS, HTTP_MAX_CONNECTIONS, SMTP_MAX_CONNECTIONS } = given;
  const http = ROLES.includes("web") ? HTTP_MAX_CONNECTIONS : 0;
  // As many again are open for a moment, to be refused with 421.
  const smtp = ROLES.includes("smtp") ? 2 * SMTP_MAX_CONNECTIONS : 0;
  const own = others + DATABASE_CONNECTIONS;
  const needed = own + http + smtp;
  if (limit === undefined || limit >= needed) return given;
  // A process with few descriptors keeps a part for itself all the same.
  const clients = Math.max(limit - own, Math.floor(limit / 3));
  const part = clients / (http + smtp);
  const fitted = (connections: number) => Math.max(least, Math.floor(connections * part));
  const open = {
    ...(http > 0 && { HTTP_MAX_CONNECTIONS: fitted(http) }),
    ...(smtp > 0 && { SMTP_MAX_CONNECTIONS: fitted(SMTP_MAX_CONNECTIONS) }),
  };
  if (http + smtp === 0) log.warn({ limit, needed }, `the limit of open files should be ${needed} at least`);
  else {
    const words = `the limit of open files is too low for the connections that the settings allow: it should be ${needed}`;
    log.warn({ limit, needed, allowed: open }, words);
  }
  return { ...given, ...open };
}

/**
 * Says so while no descriptor is left: the system then resets new connections, of which nothing else hears.
 * @returns ends it
 */
export function watchDescriptors(log: Logger): () => void {
  const look = async () => {
    try {
      await (await open("/dev/null")).close();
    } catch (error) {
      log.error({ err: error }, "new connections are reset");
    }
  };
  const timer = setInterval(look, lookMilliseconds).unref();
  return () => clearInterval(timer);
}
