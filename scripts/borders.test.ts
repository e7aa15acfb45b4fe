import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

const plugin = "scripts/no_query_in_a_wire.grit";

/** Which of the sources the linter refuses, each in its folder, in a tree that has nothing else in it. */
function refusedBy(rule: string, sources: { place: string; source: string }[]): boolean[] {
  const folder = mkdtempSync(path.join(tmpdir(), "mayfly-borders-"));
  mkdirSync(path.join(folder, path.dirname(plugin)));
  for (const file of ["biome.json", plugin]) copyFileSync(path.join(root, file), path.join(folder, file));
  const files = sources.map(({ place, source }, at) => {
    const file = path.join(folder, place, `one_${at}.ts`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, source);
    return file;
  });
  const args = ["lint", `--only=${rule}`, "--vcs-enabled=false", "--reporter=github", folder];
  const { stdout } = spawnSync(path.join(root, "node_modules/.bin/biome"), args, { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return files.map((file) => stdout.includes(path.basename(file)));
}

/** The imports that the linter refuses. */
function refused(imports: string[][]): string[][] {
  const sources = imports.map(([place = "", from]) => ({ place, source: `export { one } from "${from}";\n` }));
  const isRefused = refusedBy("style/noRestrictedImports", sources);
  return imports.filter((_, at) => isRefused[at]);
}

it("refuses imports across the borders that docs/architecture.md names, and allows others", () => {
  const allowed = [
    ["packages/contracts/src", "zod/mini"],
    ["packages/contracts/src", "./limits.ts"],
    ["apps/web/src/ui", "./Badge.tsx"],
    ["apps/web/src/ui", "react"],
    ["apps/web/src/features/emails", "../../ui/Badge.tsx"],
    ["apps/web/src/features/emails", "../../data/emails.ts"],
    ["apps/web/src/features/inbox", "./list/MessageList.tsx"],
    ["apps/web/src/features/inbox/list", "../state/useList.ts"],
    ["apps/web/src/features/inbox/list", "../../../data/emails.ts"],
    ["apps/web/src/parts", "../data/paths.ts"],
    ["apps/web/src/parts/nav", "../../data/paths.ts"],
    ["apps/web/src/data", "../ui/stored.ts"],
    ["apps/server/src/features/email", "../team/team.ts"],
    ["apps/server/src/mail/show", "../mime/texts.ts"],
    ["apps/server/src/mail/show", "../../text/cut.ts"],
    ["apps/server/src/live", "../http/same_origin.ts"],
    ["packages/client/src", "node:timers/promises"],
    ["packages/client/src", "openapi-fetch"],
    ["packages/client/src", "./errors.ts"],
    ["apps/server/src/mcp", "../refusal.ts"],
    ["apps/server/src/documents", "../context.ts"],
    ["apps/server/src/documents", "./field.ts"],
    ["apps/server/src/wires", "../refusal.ts"],
    ["apps/server/src/wires", "@mayfly/contracts"],
    ["e2e", "@mayfly/server/testing/test_app"],
  ];
  const forbidden = [
    ["packages/contracts/src", "node:fs"],
    ["packages/contracts/src", "@mayfly/server"],
    ["packages/contracts/src", "../../../apps/server/src/config.ts"],
    ["apps/web/src/ui", "@mayfly/contracts"],
    ["apps/web/src/ui", "../data/paths.ts"],
    ["apps/web/src/data", "../features/emails/EmailCard.tsx"],
    ["apps/web/src/data", "../parts/nav/MainNav.tsx"],
    ["apps/web/src/data", "../ui/toasts.ts"],
    ["apps/web/src/data/texts", "../../ui/Button.tsx"],
    ["apps/web/src/parts/nav", "../../features/emails/EmailCard.tsx"],
    ["apps/web/src/parts", "../features/emails/EmailCard.tsx"],
    ["apps/web/src/features/emails", "../../app/routes.tsx"],
    ["apps/web/src/ui", "../features/emails/AvailabilityNote.tsx"],
    ["apps/web/src/features/emails", "../team/TeamPage.tsx"],
    ["apps/web/src/features/inbox/list", "../../team/TeamPage.tsx"],
    ["apps/web/src/features/inbox/list", "../../../app/routes.tsx"],
    ["apps/server/src/features/email", "../team/invite_member.ts"],
    ["apps/server/src/features/email", "../../http/sending.ts"],
    ["apps/server/src/mail/show", "../../features/email/email.ts"],
    ["apps/server/src/mail/show", "../../database/database.ts"],
    ["apps/server/src/mail", "../context.ts"],
    ["apps/server/src/mail/show", "../../context.ts"],
    ["apps/server/src/mail/mime", "../show/render.ts"],
    ["apps/server/src/mail/find", "../summary.ts"],
    ["apps/server/src/mail", "../features/email/email.ts"],
    ["apps/server/src/live", "../http/server.ts"],
    ["packages/client/src", "@mayfly/contracts"],
    ["packages/client/src", "../../contracts/src/limits.ts"],
    ["packages/client/src", "commander"],
    ["apps/server/src/mcp", "../features/email/email.ts"],
    ["apps/server/src/mcp", "../database/database.ts"],
    ["apps/server/src/documents", "../features/email/email.ts"],
    ["apps/server/src/documents", "../database/database.ts"],
    ["apps/server/src/documents", "../caller.ts"],
    ["apps/server/src/wires", "../http/calls.ts"],
    ["apps/server/src/wires", "../features/email/email.ts"],
    ["apps/server/src/wires", "../context.ts"],
    ["e2e", "../apps/server/src/start.ts"],
  ];
  expect(refused([...allowed, ...forbidden])).toEqual(forbidden);
});

it("refuses a query in a wire, and lets it pass the database on", () => {
  const place = "apps/server/src/rest/v1";
  const sources = [
    { place, source: "export const list = (context) => context.db.email.findMany();\n" },
    { place, source: "export const list = ({ db }) => db.$transaction(work);\n" },
    { place, source: "export const list = ({ rootDb }) => rootDb.email.findMany();\n" },
    { place, source: "export const list = ({ db }) => sql(db)`SELECT FROM email`;\n" },
    { place: "apps/server/src/frappe", source: "export const list = (context) => context.db.email.count();\n" },
    { place, source: "export const list = (context) => newestEmails(context.db);\n" },
    { place: "apps/server/src/features/email", source: "export const list = ({ db }) => db.email.findMany();\n" },
  ];
  expect(refusedBy("plugin", sources)).toEqual([true, true, true, true, true, false, false]);
});

/** The first circle of folders below a folder: what is beside folders belongs to no part, so each such file counts as one. */
async function circleBelow(folder: string): Promise<string | undefined> {
  const uses = new Map<string, Set<string>>();
  const files: string[] = [];
  for await (const file of glob("**/*.{ts,tsx}", { cwd: folder })) {
    if (!/\.test\.tsx?$|^(generated|testing)\//.test(file)) files.push(file);
  }
  const withFolders = new Set(files.map((file) => path.dirname(path.dirname(file))));
  const partOf = (file: string) => (withFolders.has(path.dirname(file)) ? file : path.dirname(file));
  for (const file of files) {
    const from = partOf(file);
    for (const [, imported = ""] of readFileSync(path.join(folder, file), "utf8").matchAll(importOf)) {
      const to = partOf(path.join(path.dirname(file), imported));
      if (to !== from && !/^(\.\.|generated)/.test(to)) uses.set(from, (uses.get(from) ?? new Set()).add(to));
    }
  }
  const done = new Set<string>();
  function circleFrom(part: string, way: string[]): string | undefined {
    if (way.includes(part)) return [...way.slice(way.indexOf(part)), part].join(" -> ");
    if (done.has(part)) return undefined;
    for (const next of uses.get(part) ?? []) {
      const circle = circleFrom(next, [...way, part]);
      if (circle) return circle;
    }
    done.add(part);
    return undefined;
  }
  return [...uses.keys()].map((part) => circleFrom(part, [])).find((circle) => circle !== undefined);
}

const importOf = /(?:from |import |import\()"(\.[^"]+)"/g;

it.each(["apps/server/src", "apps/web/src", "packages/client/src", "packages/contracts/src"])(
  "has no circle of folders below %s",
  async (folder) => {
    expect(await circleBelow(path.join(root, folder))).toBeUndefined();
  },
);
