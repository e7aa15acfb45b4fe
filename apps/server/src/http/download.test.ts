import { PassThrough } from "node:stream";
import type { FastifyReply } from "fastify";
import { expect, it, vi } from "vitest";
import { fileName, sendDownload } from "./download.ts";

it.each([
  ["report.pdf", "report.pdf"],
  ["Übersicht 2026 – 日本語.xlsx", "Übersicht 2026 – 日本語.xlsx"],
  ["../../etc/passwd", "passwd"],
  ["..\\..\\windows\\win.ini", "win.ini"],
  ["C:\\temp\\a.txt", "a.txt"],
  ["/", "attachment"],
  ["..", "attachment"],
  ["", "attachment"],
  [".htaccess", "htaccess"],
  ["a.txt. .", "a.txt"],
  ["a\r\nSet-Cookie: x=y.txt", "a_Set-Cookie_ x=y.txt"],
  ["invoice\u202efdp.exe", "invoice_fdp.exe"],
  ["a\0.png", "a_.png"],
  ['a"; filename="b.exe', "a_; filename=_b.exe"],
  ["a%2f..%2fb.txt", "a_2f.._2fb.txt"],
  ["\ud800.txt", "_.txt"],
])("saves %j as %j (threat 18)", (given, saved) => expect(fileName(given)).toBe(saved));

it("keeps the ending of a name that is too long, and no half character", () => {
  const name = fileName(`${"🐞".repeat(300)}.pdf`);
  expect(name).toBe(`${"🐞".repeat(150)}.pdf`);
});

it("waits for who takes long to read a file, but not for who only keeps it waiting", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const raw = new PassThrough();
    const reply = { raw, headers: () => undefined, send: () => undefined } as never as FastifyReply;
    const size = 25 * 1024 * 1024;
    sendDownload(reply, { content_type: "image/png", filename: "a.png", bytes: new Uint8Array(), size });
    vi.advanceTimersByTime(20 * 60_000);
    expect(raw.destroyed).toBe(false);
    vi.advanceTimersByTime(5 * 60_000);
    expect(raw.destroyed).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
