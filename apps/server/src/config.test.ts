import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { misspeltSettings, readConfig, settings } from "./config.ts";

it("documents every setting with its default, and no other, in docs/operations.md", () => {
  const page = readFileSync(path.join(import.meta.dirname, "../../../docs/operations.md"), "utf8");
  const rows = [...page.matchAll(/^\| ([A-Z_, ]+?) +\| (.+?) +\|/gm)].flatMap(([, names = "", values = ""]) => {
    const list = names.split(", ");
    const each = values.split(", ");
    return list.map((name, at) => [name, each.length === list.length ? each[at] : values]);
  });
  // For a setting without a default, the page says in words what happens.
  const expected = Object.entries(settings).map(([name, { default: value }]) => [name, value ?? expect.any(String)]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected));
  expect(rows).toHaveLength(expected.length);
});

it("fills an empty environment with defaults, and derives PUBLIC_URL from PORT", () => {
  expect(readConfig({})).toMatchObject({
    HOST: "127.0.0.1",
    PORT: 3000,
    SMTP_PORT: 2525,
    SMTP_MAX_MESSAGE_BYTES: 26_214_400,
    ROLES: ["web", "smtp", "worker"],
    DEFAULT_DOMAINS: ["mayfly.test", "inbox.mayfly.test", "localhost"],
    ALLOW_PRIVATE_NETWORK: false,
    DEMO: true,
    DATABASE_URL: undefined,
  });
  expect(readConfig({}).PUBLIC_URL.href).toBe("http://localhost:3000/");
  expect(readConfig({ PORT: "8080", DEMO: "" }).PUBLIC_URL.href).toBe("http://localhost:8080/");
});

it("accepts further ports for webhooks", () => {
  expect(readConfig({ WEBHOOK_PORTS: "81, 8" }).WEBHOOK_PORTS).toEqual([81, 8]);
});

const mebibyte = 2 ** 20;
it.each([
  // One message of the largest size may always come in.
  [256, 25, 64],
  [512, 25, 64],
  [1_024, 85, 128],
  [1_536, 170, 192],
  [2_048, 256, 256],
  [65_536, 256, 256],
])(
  "limits what messages take by the memory: of %i MB, %i MB in flight and %i MB a parser thread",
  (memory, flight, parse) => {
    const read = readConfig({}, memory * mebibyte);
    expect(Math.floor(read.SMTP_MAX_BYTES_IN_FLIGHT / mebibyte)).toBe(flight);
    expect(read.PARSE_MEMORY_MB).toBe(parse);
  },
);

it("leaves the limits of memory that are set as they are, whatever the memory", () => {
  const set = { SMTP_MAX_BYTES_IN_FLIGHT: "30000000", PARSE_MEMORY_MB: "200" };
  expect(readConfig(set, 512 * mebibyte)).toMatchObject({ SMTP_MAX_BYTES_IN_FLIGHT: 30_000_000, PARSE_MEMORY_MB: 200 });
});

it("accepts name servers with and without a port", () => {
  const DNS_SERVERS = "127.0.0.1:5353, 9.9.9.9,[::1]:53, 2620:fe::fe";
  expect(readConfig({ DNS_SERVERS }).DNS_SERVERS).toEqual(["127.0.0.1:5353", "9.9.9.9", "[::1]:53", "2620:fe::fe"]);
});

it("accepts a Redis URL with and without a database number", () => {
  for (const REDIS_URL of ["redis://x", "rediss://:p@x:6380/", "redis://x/15"]) {
    expect(readConfig({ REDIS_URL }).REDIS_URL).toBe(REDIS_URL);
  }
});

it.each([
  ["?sslmode=require", "?sslmode=verify-full"],
  ["?a=b&sslmode=prefer&c=d", "?a=b&sslmode=verify-full&c=d"],
  ["?sslmode=verify-ca", "?sslmode=verify-full"],
  ["?sslmode=disable", "?sslmode=disable"],
  ["?sslmode=require&uselibpqcompat=true", "?sslmode=require&uselibpqcompat=true"],
])("rewrites the SSL mode of a database URL with %s so that pg reads it without a warning", (given, taken) => {
  const read = readConfig({ DATABASE_URL: `postgresql://x/y${given}`, SECRET_KEY: "x".repeat(32) });
  expect(read.DATABASE_URL).toBe(`postgresql://x/y${taken}`);
});

it("accepts proxies as addresses, as networks and by the networks' names", () => {
  const TRUST_PROXY = "loopback, uniquelocal,192.0.2.7,10.0.0.0/8, 2001:db8::1,fd00::/8";
  expect(readConfig({ TRUST_PROXY }).TRUST_PROXY).toEqual(TRUST_PROXY.split(/, ?/));
});

describe("a secret that everybody can guess (threat 62)", () => {
  const documented = ["docker-compose.yml", "docs/testing.md", "docs/operations.md", "README.md"].flatMap((name) => {
    const text = readFileSync(path.join(import.meta.dirname, "../../..", name), "utf8");
    const given = text.matchAll(/\b(SECRET_KEY|DEMO_KEY)(?:: |=)(?:\$\{SECRET_KEY:-)?([\w-]{32,})/g);
    return [...given].map(([, setting = "", value = ""]): [string, string] => [setting, value]);
  });

  it.each([...documented, ["SECRET_KEY", "0".repeat(40)], ["SECRET_KEY", "abc".repeat(20)]])(
    "is refused as %s where others reach the server: %s",
    (name, value) => {
      for (const PUBLIC_URL of [
        "",
        "http://localhost:3000",
        "http://mayfly.localhost",
        "http://127.0.0.1",
        "http://[::1]",
      ]) {
        expect(readConfig({ [name]: value, PUBLIC_URL })).toMatchObject({ [name]: value });
      }
      for (const PUBLIC_URL of ["https://mayfly.example", "http://192.0.2.7", "http://localhost.example"]) {
        expect(() => readConfig({ [name]: value, PUBLIC_URL })).toThrow(
          `${name} is publicly known or easy to guess, and PUBLIC_URL is "${PUBLIC_URL}": set ${name} to a random value.`,
        );
      }
    },
  );

  it("is found in this project's files", () => {
    expect(documented.map(([name]) => name)).toEqual(expect.arrayContaining(["SECRET_KEY", "DEMO_KEY"]));
  });

  it("is no random one", () => {
    for (const bytes of [16, 32]) {
      const SECRET_KEY = randomBytes(bytes).toString("hex");
      expect(readConfig({ SECRET_KEY, PUBLIC_URL: "https://mayfly.example" }).SECRET_KEY).toBe(SECRET_KEY);
    }
  });
});

it("takes MAIL_HOST from PUBLIC_URL unless it is set, and then in lower case", () => {
  expect(readConfig({ PUBLIC_URL: "https://mayfly.example" }).MAIL_HOST).toBe("mayfly.example");
  expect(readConfig({ PUBLIC_URL: "https://mayfly.example", MAIL_HOST: "MX.mayfly.example" }).MAIL_HOST).toBe(
    "mx.mayfly.example",
  );
});

it("takes any SMTP login where only this machine reaches the receiver, unless SMTP_AUTH_ANY says otherwise", () => {
  const taken = (settings: Record<string, string>) => readConfig(settings).SMTP_AUTH_ANY;
  for (const SMTP_HOST of ["", "127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "localhost", "LOCALHOST"]) {
    expect(taken({ SMTP_HOST }), SMTP_HOST).toBe(true);
    expect(taken({ SMTP_HOST, SMTP_AUTH_ANY: "off" }), SMTP_HOST).toBe(false);
  }
  for (const SMTP_HOST of ["0.0.0.0", "::", "10.0.0.1", "mail.example", "127.0.0.1.example"]) {
    expect(taken({ SMTP_HOST }), SMTP_HOST).toBe(false);
    expect(taken({ SMTP_HOST, SMTP_AUTH_ANY: "on" }), SMTP_HOST).toBe(true);
  }
});

it("turns the demo off with a DATABASE_URL unless DEMO is on", () => {
  const own = { DATABASE_URL: "postgresql://localhost/mayfly", SECRET_KEY: "x".repeat(32) };
  expect(readConfig(own).DEMO).toBe(false);
  expect(readConfig({ ...own, DEMO: "on" }).DEMO).toBe(true);
});

it.each([
  [{ PORT: "http" }, 'PORT is "http", but must be a port from 0 to 65535.'],
  [{ PORT: "65536" }, 'PORT is "65536", but must be a port from 0 to 65535.'],
  [{ SMTP_PORT: "-1" }, 'SMTP_PORT is "-1", but must be a port from 0 to 65535.'],
  [{ PUBLIC_URL: "mayfly.test" }, 'PUBLIC_URL is "mayfly.test", but must be an http or https URL without a path.'],
  [{ PUBLIC_URL: "http://x/y" }, 'PUBLIC_URL is "http://x/y", but must be an http or https URL without a path.'],
  [{ POSTMASTER: "Ada <ada@b.example>" }, 'POSTMASTER is "Ada <ada@b.example>", but must be a bare mail address.'],
  [
    { POSTMASTER: "ada@b.example" },
    'POSTMASTER is "ada@b.example", but OUTGOING_MAIL_URL is not set: mail cannot be forwarded.',
  ],
  [
    { POSTMASTER: "ada@Mayfly.test", OUTGOING_MAIL_URL: "smtp://relay.example" },
    'POSTMASTER is "ada@Mayfly.test", but must not be on a domain of DEFAULT_DOMAINS.',
  ],
  ...["Ada <ada@b.example>", "ada", "ada@b.example?cc=eve@c.example"].map(
    (CONTACT_EMAIL): [Record<string, string>, string] => [
      { CONTACT_EMAIL },
      `CONTACT_EMAIL is "${CONTACT_EMAIL}", but must be a bare mail address of ASCII letters, digits and . + - _.`,
    ],
  ),
  ...["PRIVACY_URL", "TERMS_URL", "IMPRINT_URL"].map((name): [Record<string, string>, string] => [
    { [name]: "javascript:alert(1)" },
    `${name} is "javascript:alert(1)", but must be an http or https URL.`,
  ]),
  [{ OUTGOING_MAIL_FROM: "@" }, 'OUTGOING_MAIL_FROM is "@", but must be a mail address.'],
  [{ OUTGOING_MAIL_URL: "smtp://" }, "OUTGOING_MAIL_URL is set, but must be an smtp:// or smtps:// URL with a host."],
  [
    { DATABASE_URL: "postgresql://x/y?schema=z" },
    "DATABASE_URL is set, but must be a postgresql:// URL without another schema than public.",
  ],
  [{ ROLES: "web,mail" }, 'ROLES is "web,mail", but must be some of web, smtp, worker, separated by commas.'],
  [
    { DATABASE_URL: "mysql://x" },
    "DATABASE_URL is set, but must be a postgresql:// URL without another schema than public.",
  ],
  [{ DEFAULT_DOMAINS: "a b" }, 'DEFAULT_DOMAINS is "a b", but must be domain names separated by commas.'],
  ...["ns.example", "127.0.0.1:0", "127.0.0.1:65536", "[127.0.0.1", "1.1.1.1,::g"].map(
    (DNS_SERVERS): [Record<string, string>, string] => [
      { DNS_SERVERS },
      `DNS_SERVERS is "${DNS_SERVERS}", but must be IP addresses of name servers, each with or without :port, separated by commas.`,
    ],
  ),
  ...["proxy.example", "true", "10.0.0.0/33", "0.0.0.0/0", "::/0", "1/8", "10.0.0.1;10.0.0.2", ","].map(
    (TRUST_PROXY): [Record<string, string>, string] => [
      { TRUST_PROXY },
      `TRUST_PROXY is "${TRUST_PROXY}", but must be IP addresses or networks of proxies, such as 10.0.0.0/8 or loopback, linklocal and uniquelocal, separated by commas.`,
    ],
  ),
  [
    { REDIS_URL: "redis://:p@x/y" },
    "REDIS_URL is set, but must be a redis:// URL, with a number for its path or none.",
  ],
  [{ MAIL_HOST: "a b" }, 'MAIL_HOST is "a b", but must be the host name that MX records lead to.'],
  [{ MAIL_HOST: "192.0.2.7" }, 'MAIL_HOST is "192.0.2.7", but must be the host name that MX records lead to.'],
  [{ ALLOW_PRIVATE_NETWORK: "some" }, 'ALLOW_PRIVATE_NETWORK is "some", but must be on or off.'],
  ...["0", "65536", "http", "81-90", ","].map((ports): [Record<string, string>, string] => [
    { WEBHOOK_PORTS: ports },
    `WEBHOOK_PORTS is "${ports}", but must be ports from 1 to 65535, separated by commas.`,
  ]),
  [{ SECRET_KEY: "short" }, "SECRET_KEY is set, but must be at least 32 characters."],
  [{ LOG_LEVEL: "loud" }, 'LOG_LEVEL is "loud", but must be fatal, error, warn, info, debug, trace or silent.'],
  [{ SMTP_TLS_CERT: "cert.pem" }, "SMTP_TLS_CERT and SMTP_TLS_KEY must be set together, each the name of a PEM file."],
  [
    { SMTP_MAX_BYTES_IN_FLIGHT: "26214399" },
    'SMTP_MAX_BYTES_IN_FLIGHT is "26214399", but must be at least SMTP_MAX_MESSAGE_BYTES, 26214400: a larger message could never come in.',
  ],
  [
    { DATABASE_URL: "postgresql://localhost/mayfly" },
    "SECRET_KEY is not set, but must be at least 32 characters when DATABASE_URL is set.",
  ],
])("names what is wrong with %j", (environment, line) => {
  expect(() => readConfig(environment)).toThrow(line);
});

it("finds names that are nearly those of settings, and leaves those of other programs alone", () => {
  const others = {
    HOME: "",
    HOSTNAME: "",
    SHELL: "",
    XDG_DATA_DIRS: "",
    PWD: "",
    NODE_ENV: "",
    PGPORT: "",
    LOGNAME: "",
  };
  expect(misspeltSettings({ ...others, PORT: "1", DATA_DIR: "x" })).toEqual([]);
  expect(misspeltSettings({ SMTP_PROT: "", DATABASE_URLS: "", data_dir: "", ROLE: "", REGISTRATIONS: "" })).toEqual([
    ["SMTP_PROT", "SMTP_PORT"],
    ["DATABASE_URLS", "DATABASE_URL"],
    ["data_dir", "DATA_DIR"],
    ["REGISTRATIONS", "REGISTRATION"],
  ]);
});
