-- AlterTable: with constant defaults, no row is written
ALTER TABLE "email" ADD COLUMN "note" TEXT NOT NULL DEFAULT '',
ADD COLUMN "tags" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- The addresses of a tag: without it, a list of few or none would read all of the company's.
CREATE INDEX "email_tags" ON "email" USING GIN ("company", "tags") WITH (gin_pending_list_limit = 512);
