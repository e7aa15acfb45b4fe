import type { Random } from "./random.ts";

const deep = (depth: number): unknown => (depth === 0 ? [] : [deep(depth - 1)]);

/** Values that nobody expects: each has broken some program. */
const values: unknown[] = [
  ...[
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\udfff\ud800",
    "\u202egnp.exe",
    "\ufeff",
    "\r\nX-Evil: 1\r\n\r\n",
    "%00",
    "%",
    "\\",
  ],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "null",
    "undefined",
    "NaN",
    "Infinity",
    "-0",
    "1e309",
    "0x10",
    "1_0",
    "١٢",
  ],
  ...["'; DROP TABLE member; --", "$1", "{{7*7}}", "<script>alert(1)</script>", "../../etc/passwd"],
  ...["a@b", "a@[127.0.0.1]", "@", '"a b"@c.example', "a@b.example,c@d.example", "ä@ü.example", "a@b.example\n"],
  ...["http://[::1", "http://127.0.0.1:1/", "//x", "javascript:alert(1)", "http://a:b@c.example/", "http://xn--/"],
  ...[
    "00000000-0000-0000-0000-000000000000",
    "2026-02-30",
    "275760-09-13T00:00:00.001Z",
    "-271821-04-20",
    "2026-11-21T10:00:00Z",
  ],
  ...["x".repeat(141), "x".repeat(5_000), "😀".repeat(3_000), "\0".repeat(300), "a.".repeat(2_000), "(".repeat(1_000)],
  ...[
    '{"a":1}',
    "[1]",
    '[["a","=","b"]]',
    "[[[[]]]]",
    "{",
    '"',
    "true",
    "0",
    "1",
    "-1",
    "2147483648",
    "9007199254740993",
  ],
  ...[0, -0, 1, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, true, false, null, [], {}, [[]], [null], [undefined]],
  ...[
    { "": "" },
    { length: 1e9 },
    { toString: "x" },
    JSON.parse('{"then":1}'),
    JSON.parse('{"__proto__":{"role":"Administrator"}}'),
  ],
  ...[deep(50), Array.from({ length: 200 }, (_, at) => at), Array.from({ length: 101 }, () => "x")],
];

export const hostileValue = (random: Random): unknown => random.pick(values);

export const hostileText = (random: Random): string => {
  const value = hostileValue(random);
  return typeof value === "string" ? value : JSON.stringify(value);
};
