-- A webhook may have a secret of its own.
ALTER TABLE "webhook" ADD COLUMN "secret" BYTEA;
