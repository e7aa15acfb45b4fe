import { expect, it } from "vitest";
import { sharedApp } from "../testing/test_app.ts";
import { tablesWithoutOptions } from "./growing_tables.ts";

const app = sharedApp();

it("finds no table that grows without options for autovacuum, and one that is new (row Z16)", async () => {
  expect(await tablesWithoutOptions(app.rootDb), "their migrations are to set autovacuum: see CONTRIBUTING.md").toEqual(
    [],
  );
  await app.rootDb.$executeRaw`CREATE TABLE forgotten (name uuid)`;
  expect(await tablesWithoutOptions(app.rootDb)).toEqual(["forgotten"]);
});
