import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

/** The imports that the linter refuses, in a tree that has nothing else in it. */
function refused(imports: string[][]): string[][] {
  const folder = mkdtempSync(path.join(tmpdir(), "mayfly-borders-"));
  copyFileSync(path.join(root, "biome.json"), path.join(folder, "biome.json"));
  const files = imports.map(([place = "", from], at) => {
    const file = path.join(folder, place, `one_${at}.ts`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `export { one } from "${from}";\n`);
    return file;
  });
  const args = ["lint", "--only=style/noRestrictedImports", "--vcs-enabled=false", "--reporter=github", folder];
  const { stdout } = spawnSync(path.join(root, "node_modules/.bin/biome"), args, { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return imports.filter((_, at) => stdout.includes(path.basename(files[at] ?? "")));
}

it("refuses imports across the borders that docs/architecture.md names, and allows others", () => {
  const allowed = [
    ["packages/contracts/src", "zod/mini"],
    ["packages/contracts/src", "./limits.ts"],
    ["apps/web/src/ui", "./Badge.tsx"],
    ["apps/web/src/ui", "react"],
    ["apps/web/src/features/emails", "../../ui/Badge.tsx"],
    ["apps/web/src/features/emails", "../../data/emails.ts"],
    ["apps/web/src/parts", "../data/paths.ts"],
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
    ["apps/web/src/data", "../parts/Link.tsx"],
    ["apps/web/src/parts", "../features/emails/EmailCard.tsx"],
    ["apps/web/src/features/emails", "../../app/routes.tsx"],
    ["apps/web/src/ui", "../features/emails/AvailabilityNote.tsx"],
    ["apps/web/src/features/emails", "../team/TeamPage.tsx"],
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
