import { isIP } from "node:net";
import path from "node:path";
import { closest, distance } from "fastest-levenshtein";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { StartError } from "./process/start_error.ts";
import { usableMemory } from "./process/usable_memory.ts";
import { isKey } from "./text/api_key.ts";

const root = path.resolve(import.meta.dirname, "../../..");

const onOff = z
  .enum(["on", "off", "true", "false", "1", "0"])
  .transform((value) => ["on", "true", "1"].includes(value));
const list = z.string().transform((value) =>
  value
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean),
);
const urlOf = (protocols: string[], fits: (url: URL) => boolean = () => true) =>
  z.string().refine((value) => {
    if (!URL.canParse(value)) return false;
    const url = new URL(value);
    return protocols.includes(url.protocol) && fits(url);
  });
/** pg treats these modes as verify-full, with a ten-line warning each time. Naming verify-full avoids the warning. */
const namingVerifyFull = (url: string) =>
  /[?&]uselibpqcompat=true/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=[&#]|$)/g, "$1verify-full");
const address = z.string().refine((value) => isIP(value) !== 0 || /^[a-z0-9.-]+$/i.test(value));
/** An IP address with or without a port, as `Resolver.setServers` takes it. */
const nameServer = z.string().refine((value) => {
  const [, bracketed, plain = value, given = "53"] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(value) ?? [];
  return isIP(bracketed ?? plain) !== 0 && Number(given) > 0 && Number(given) < 65536;
});
/** A proxy in the forms that Fastify accepts. A network of /0 would trust everybody, so it is refused as a mistake. */
const proxy = z
  .union([z.enum(["loopback", "linklocal", "uniquelocal"]), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  .refine((value) => !value.endsWith("/0"));
const hostname = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** The parts of Mayfly that a process can run. */
export const roles = ["web", "smtp", "worker"] as const;

interface Setting<Value extends z.ZodType, Default extends string | undefined> {
  value: Value;
  /** As in the environment; undefined leaves the setting without a value. */
  default: Default;
  /** Completes "must be …". */
  allowed: string;
  /** Error messages do not show its value. */
  secret?: boolean;
}
const secret = <S extends object>(one: S) => ({ ...one, secret: true });
const setting = <Value extends z.ZodType, Default extends string | undefined>(
  value: Value,
  fallback: Default,
  allowed: string,
): Setting<Value, Default> => ({ value, default: fallback, allowed });

/** A whole number in bounds. */
const number = <Default extends string | undefined>(min: number, max: number, fallback: Default, what = "") =>
  setting(
    z
      .string()
      .regex(/^\d+$/)
      .transform(Number)
      .refine((value) => value >= min && value <= max),
    fallback,
    `${what}from ${min} to ${max}`,
  );
const port = <Default extends string | undefined>(fallback: Default) => number(0, 65535, fallback, "a port ");

/** The table of settings (docs/operations.md). Sizes in bytes, times as the name says. */
export const settings = {
  HOST: setting(address, "127.0.0.1", "an IP address or host name"),
  PORT: port("3000"),
  PUBLIC_URL: setting(
    urlOf(["http:", "https:"], ({ href, origin }) => href === `${origin}/`),
    undefined,
    "an http or https URL without a path",
  ),
  MARKETING_URL: setting(urlOf(["http:", "https:"]), undefined, "an http or https URL"),
  TAG_CONTAINER_ID: setting(
    z.string().regex(/^GTM-[A-Z0-9]{4,20}$/),
    undefined,
    "the id of a tag container, as in GTM-ABC123",
  ),
  HTTP_MAX_CONNECTIONS: number(1, 100_000, "5000"),
  HTTP_MAX_CONNECTIONS_PER_ADDRESS: number(1, 100_000, "1000"),
  SMTP_HOST: setting(address, "127.0.0.1", "an IP address or host name"),
  SMTP_PORT: port("2525"),
  SMTP_TLS_CERT: setting(z.string(), undefined, "a PEM file"),
  SMTP_TLS_KEY: setting(z.string(), undefined, "a PEM file"),
  SMTP_AUTH_ANY: setting(onOff, undefined, "on or off"),
  SMTP_MAX_MESSAGE_BYTES: number(1024, 2 ** 28, "26214400"),
  SMTP_MAX_RECIPIENTS: number(1, 10_000, "100"),
  SMTP_MAX_CONNECTIONS: number(1, 100_000, "2000"),
  SMTP_MAX_CONNECTIONS_PER_ADDRESS: number(1, 100_000, "250"),
  SMTP_MAX_ERRORS: number(1, 1000, "20"),
  SMTP_MAX_BYTES_IN_FLIGHT: number(1024, 2 ** 36, undefined),
  SMTP_IDLE_SECONDS: number(1, 3600, "60"),
  SMTP_TRANSACTION_SECONDS: number(1, 86_400, "600"),
  PARSE_MILLISECONDS: number(10, 600_000, "5000"),
  PARSE_MEMORY_MB: number(32, 8192, undefined),
  DATA_DIR: setting(z.string().min(1), ".data", "a folder"),
  DATABASE_URL: secret(
    setting(
      urlOf(
        ["postgres:", "postgresql:"],
        ({ searchParams }) => (searchParams.get("schema") ?? "public") === "public",
      ).transform(namingVerifyFull),
      undefined,
      "a postgresql:// URL without another schema than public",
    ),
  ),
  DATABASE_CONNECTIONS: number(2, 1000, "10"),
  REDIS_URL: secret(
    setting(
      urlOf(["redis:", "rediss:"], ({ pathname }) => /^(\/\d*)?$/.test(pathname)),
      undefined,
      "a redis:// URL, with a number for its path or none",
    ),
  ),
  ROLES: setting(
    list.pipe(z.array(z.enum(roles)).min(1)),
    roles.join(","),
    `some of ${roles.join(", ")}, separated by commas`,
  ),
  DEFAULT_DOMAINS: setting(
    list.pipe(z.array(z.string().toLowerCase().regex(hostname)).min(1)),
    "mayfly.test,inbox.mayfly.test,localhost",
    "domain names separated by commas",
  ),
  MAIL_HOST: setting(
    z
      .string()
      .toLowerCase()
      .regex(hostname)
      .refine((value) => isIP(value) === 0),
    undefined,
    "the host name that MX records lead to",
  ),
  DNS_SERVERS: setting(
    list.pipe(z.array(nameServer).min(1)),
    undefined,
    "IP addresses of name servers, each with or without :port, separated by commas",
  ),
  OUTGOING_MAIL_URL: secret(
    setting(
      urlOf(["smtp:", "smtps:"], ({ hostname }) => hostname !== ""),
      undefined,
      "an smtp:// or smtps:// URL with a host",
    ),
  ),
  OUTGOING_MAIL_FROM: setting(
    z
      .string()
      .regex(/[^\s<]@[^\s>]/)
      .max(320),
    "Mayfly <no-reply@mayfly.test>",
    "a mail address",
  ),
  REGISTRATION: setting(
    z.union([
      z.enum(["open", "closed"]),
      list.pipe(z.array(z.string().toLowerCase().regex(hostname).includes(".")).min(1)),
    ]),
    "open",
    "open, closed, or the domains of email addresses that may register, separated by commas",
  ),
  DEFAULT_PLAN: setting(
    z.enum(["starter", "professional", "business"]),
    "starter",
    "starter, professional or business",
  ),
  POSTMASTER: setting(
    z
      .string()
      .regex(/^[^\s<>"@,]+@[^\s<>"@,]+$/)
      .max(320),
    undefined,
    "a bare mail address",
  ),
  CONTACT_EMAIL: setting(
    // Only what a mailto: link carries as it is.
    z
      .string()
      .regex(/^[\w.+-]+@[a-z0-9.-]+$/i)
      .max(254),
    undefined,
    "a bare mail address of ASCII letters, digits and . + - _",
  ),
  PRIVACY_URL: setting(urlOf(["http:", "https:"]), undefined, "an http or https URL"),
  TERMS_URL: setting(urlOf(["http:", "https:"]), undefined, "an http or https URL"),
  IMPRINT_URL: setting(urlOf(["http:", "https:"]), undefined, "an http or https URL"),
  EXPIRED_MAIL_GRACE_HOURS: number(0, 87_600, "24"),
  AUDIT_DAYS: number(1, 36_500, "365"),
  RATE_LIMIT_FACTOR: setting(
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number)
      .refine((value) => value <= 1000),
    "1",
    "a number from 0 to 1000",
  ),
  SECRET_KEY: secret(setting(z.string().min(32), undefined, "at least 32 characters")),
  WEBHOOK_MILLISECONDS: number(10, 120_000, "15000"),
  WEBHOOK_PORTS: setting(
    list.pipe(
      z
        .array(
          z
            .string()
            .regex(/^\d{1,5}$/)
            .transform(Number)
            .refine((value) => value > 0 && value < 65536),
        )
        .min(1),
    ),
    undefined,
    "ports from 1 to 65535, separated by commas",
  ),
  ALLOW_PRIVATE_NETWORK: setting(onOff, "off", "on or off"),
  TRUST_PROXY: setting(
    list.pipe(z.array(proxy).min(1)),
    undefined,
    "IP addresses or networks of proxies, such as 10.0.0.0/8 or loopback, linklocal and uniquelocal, separated by commas",
  ),
  DEMO: setting(onOff, undefined, "on or off"),
  DEMO_KEY: secret(setting(z.string().refine(isKey), undefined, "a key in the form that the page API Access creates")),
  METRICS_HOST: setting(address, "127.0.0.1", "an IP address or host name"),
  METRICS_PORT: port(undefined),
  LOG_LEVEL: setting(
    z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
    "info",
    "fatal, error, warn, info, debug, trace or silent",
  ),
} as const;

type Settings = typeof settings;
type Settled = {
  [Name in keyof Settings]: Settings[Name]["default"] extends string
    ? z.output<Settings[Name]["value"]>
    : z.output<Settings[Name]["value"]> | undefined;
};

type Derived =
  | "PUBLIC_URL"
  | "MARKETING_URL"
  | "SMTP_AUTH_ANY"
  | "MAIL_HOST"
  | "DEMO"
  | "SMTP_MAX_BYTES_IN_FLIGHT"
  | "PARSE_MEMORY_MB";

export type Config = Omit<Settled, Derived> & {
  PUBLIC_URL: URL;
  MARKETING_URL: URL;
  SMTP_AUTH_ANY: boolean;
  MAIL_HOST: string;
  DEMO: boolean;
  SMTP_MAX_BYTES_IN_FLIGHT: number;
  PARSE_MEMORY_MB: number;
  /** The project's folder; relative paths in settings start there. */
  root: string;
};

const mebibyte = 2 ** 20;
/** What all roles and the embedded Postgres take without large messages that come in, with one that is indexed. Bytes. */
const base = 512 * mebibyte;
/** How much memory a byte of a message takes while it is stored, in the server and in Postgres together (measured). */
const copies = 6;
const between = (least: number, most: number, value: number) => Math.max(least, Math.min(most, Math.floor(value)));

/** The limits on what messages take, so that they fit the memory: one message of the largest size always may come in. */
const limitsWithin = (memory: number, maxMessageBytes: number) => ({
  SMTP_MAX_BYTES_IN_FLIGHT: between(maxMessageBytes, 256 * mebibyte, (memory - base) / copies),
  PARSE_MEMORY_MB: between(64, 256, memory / 8 / mebibyte),
});

/**
 * Reads the settings. An empty value counts as not set.
 * @param memory that this process may use, in bytes
 * @throws StartError with one line that names the setting, its value and what is allowed.
 */
export function readConfig(
  // biome-ignore lint/style/noProcessEnv: the only reader of the environment
  environment: Record<string, string | undefined> = process.env,
  memory: number = usableMemory(),
): Config {
  const read = Object.fromEntries(
    Object.entries<Setting<z.ZodType, string | undefined>>(settings).map(
      ([name, { value, default: fallback, allowed, secret }]) => {
        const text = environment[name]?.trim() || fallback;
        if (text === undefined) return [name, undefined];
        const result = value.safeParse(text);
        if (!result.success)
          throw new StartError(`${name} is ${secret ? "set" : `"${text}"`}, but must be ${allowed}.`);
        return [name, result.data];
      },
    ),
  ) as Settled;

  if ((read.SMTP_TLS_CERT === undefined) !== (read.SMTP_TLS_KEY === undefined)) {
    throw new StartError("SMTP_TLS_CERT and SMTP_TLS_KEY must be set together, each the name of a PEM file.");
  }
  const limits = limitsWithin(memory, read.SMTP_MAX_MESSAGE_BYTES);
  const SMTP_MAX_BYTES_IN_FLIGHT = read.SMTP_MAX_BYTES_IN_FLIGHT ?? limits.SMTP_MAX_BYTES_IN_FLIGHT;
  if (SMTP_MAX_BYTES_IN_FLIGHT < read.SMTP_MAX_MESSAGE_BYTES) {
    const allowed = `at least SMTP_MAX_MESSAGE_BYTES, ${read.SMTP_MAX_MESSAGE_BYTES}: a larger message could never come in`;
    throw new StartError(`SMTP_MAX_BYTES_IN_FLIGHT is "${SMTP_MAX_BYTES_IN_FLIGHT}", but must be ${allowed}.`);
  }
  if (read.DATABASE_URL !== undefined && read.SECRET_KEY === undefined) {
    throw new StartError("SECRET_KEY is not set, but must be at least 32 characters when DATABASE_URL is set.");
  }
  if (read.POSTMASTER !== undefined) {
    const set = `POSTMASTER is "${read.POSTMASTER}", but`;
    if (read.OUTGOING_MAIL_URL === undefined)
      throw new StartError(`${set} OUTGOING_MAIL_URL is not set: mail cannot be forwarded.`);
    // Mail for it would come back.
    if (read.DEFAULT_DOMAINS.includes(read.POSTMASTER.slice(read.POSTMASTER.indexOf("@") + 1).toLowerCase())) {
      throw new StartError(`${set} must not be on a domain of DEFAULT_DOMAINS.`);
    }
  }
  const PUBLIC_URL = new URL(read.PUBLIC_URL ?? `http://localhost:${read.PORT}`);
  for (const name of ["SECRET_KEY", "DEMO_KEY"] as const) {
    const text = read[name];
    if (text === undefined || isLocal(PUBLIC_URL) || !isGuessed(text)) continue;
    throw new StartError(
      `${name} is publicly known or easy to guess, and PUBLIC_URL is "${PUBLIC_URL.origin}": set ${name} to a random value.`,
    );
  }
  return {
    ...read,
    ...(read.SMTP_TLS_CERT && { SMTP_TLS_CERT: path.resolve(root, read.SMTP_TLS_CERT) }),
    ...(read.SMTP_TLS_KEY && { SMTP_TLS_KEY: path.resolve(root, read.SMTP_TLS_KEY) }),
    root,
    DATA_DIR: path.resolve(root, read.DATA_DIR),
    PUBLIC_URL,
    MARKETING_URL: new URL(read.MARKETING_URL ?? "/homepage", PUBLIC_URL),
    SMTP_AUTH_ANY: read.SMTP_AUTH_ANY ?? isLoopback(read.SMTP_HOST),
    MAIL_HOST: read.MAIL_HOST ?? PUBLIC_URL.hostname,
    DEMO: read.DEMO ?? read.DATABASE_URL === undefined,
    SMTP_MAX_BYTES_IN_FLIGHT,
    PARSE_MEMORY_MB: read.PARSE_MEMORY_MB ?? limits.PARSE_MEMORY_MB,
  };
}

/** Names that differ more are of other programs: HOME and HOST differ by two letters. */
const closeNames = (name: string) => (name.includes("_") ? 2 : 1);

/** Variables of the environment whose names are nearly those of settings, as `[name, setting]`. */
export function misspeltSettings(
  // biome-ignore lint/style/noProcessEnv: the only reader of the environment
  environment: Record<string, string | undefined> = process.env,
): [name: string, setting: string][] {
  const known = Object.keys(settings);
  return Object.keys(environment).flatMap((name): [string, string][] => {
    if (known.includes(name) || name.length < 5) return [];
    const nearest = closest(name.toUpperCase(), known);
    return distance(name.toUpperCase(), nearest) <= closeNames(name) ? [[name, nearest]] : [];
  });
}

/** Secrets that stand in this project's own files: they serve on one machine alone (threat 62). */
const knownSecrets = [
  "a-secret-for-development-and-nothing-else",
  "a-secret-of-this-job-and-of-nothing-else",
  "mfly_EKaVVEHmEyypnCypTqgQSLgvILoJSSs09350Apw",
];
/** Different characters that even a random secret of digits has. */
const fewestSigns = 8;

/** Whether a secret is known, or hardly one: zeros, or a few characters in turn. */
const isGuessed = (text: string) => knownSecrets.includes(text) || new Set(text).size < fewestSigns;

/** Whether only this machine can reach a URL. */
const isLocal = ({ hostname }: URL) => hostname.endsWith(".localhost") || isLoopback(hostname.replace(/^\[|\]$/g, ""));

/** Whether what listens on a host is reached from this machine only. */
const isLoopback = (host: string) =>
  isIP(host) === 0 ? host.toLowerCase() === "localhost" : ipaddr.process(host).range() === "loopback";
