import { fileURLToPath } from "node:url";
import { defineConfig } from "prisma/config";

const env = process.env;

// Prisma's own engine is a download from binaries.prisma.sh: the head of schema-engine.mjs says when this can go.
env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL("prisma/schema-engine.mjs", import.meta.url));
env.CHECKPOINT_DISABLE ??= "1"; // no calls home

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // Without DATABASE_URL there is no datasource: commands that need the database say so, the others work.
  datasource: env.DATABASE_URL ? { url: env.DATABASE_URL } : {},
});
