import { writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { forgetSecrets } from "./features/webhook/hmac_secret.ts";
import { readSecretKey, replaceKey, requireSameKey } from "./secret_key.ts";
import { sharedApp } from "./testing/test_app.ts";

const app = sharedApp();
// Each begins on a database without a known key, as a new one is.
afterEach(() => app.rootDb.installation.deleteMany());

const nothingMore = async () => undefined;

it("uses the key that another process writes at the same moment", async () => {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), "mayfly-key-"));
  const key = readSecretKey({ SECRET_KEY: undefined, DATA_DIR });
  // By now readSecretKey has found no file, and has not written its own yet.
  writeFileSync(path.join(DATA_DIR, "secret-key"), "of another process, 32 letters long");
  expect(await key).toBe("of another process, 32 letters long");
  expect(await readdir(DATA_DIR)).toEqual(["secret-key"]);
  await rm(DATA_DIR, { recursive: true });
});

it("refuses a key other than the database's until it is replaced, which deletes sealed secrets", async () => {
  const { company: name } = await app.member("Administrator");
  const sealed = async () => (await app.rootDb.company.findUniqueOrThrow({ where: { name } })).hmac_secret !== null;
  await app.rootDb.company.update({ where: { name }, data: { hmac_secret: Buffer.from("sealed with the first") } });

  await requireSameKey(app.rootDb, "the first");
  await requireSameKey(app.rootDb, "the first");
  await expect(requireSameKey(app.rootDb, "another")).rejects.toThrow(/^The secret key is not the one /);
  expect(await replaceKey(app.rootDb, "the first", nothingMore)).toBe(false);
  expect(await sealed()).toBe(true);

  expect(await replaceKey(app.rootDb, "another", forgetSecrets)).toBe(true);
  expect(await sealed()).toBe(false);
  await requireSameKey(app.rootDb, "another");
  await expect(requireSameKey(app.rootDb, "the first")).rejects.toThrow(/^The secret key is not the one /);
});

it("sets the key of a database without a known key, and deletes secrets sealed with a lost one", async () => {
  const { company: name } = await app.member("Administrator");
  await app.rootDb.company.update({ where: { name }, data: { hmac_secret: Buffer.from("sealed with a lost one") } });
  await app.rootDb.installation.deleteMany();
  expect(await replaceKey(app.rootDb, "another", forgetSecrets)).toBe(true);
  expect((await app.rootDb.company.findUniqueOrThrow({ where: { name } })).hmac_secret).toBe(null);
  await expect(requireSameKey(app.rootDb, "the lost one")).rejects.toThrow(/^The secret key is not the one /);
});
