-- Several workers index mail at the same time: each claims a range of names (features/search/ranges.ts). They go on where the
-- version before is: `indexed_to` as the first name of that time, and the minute before it for mail that is on disk late.
ALTER TABLE "search_state"
  ADD COLUMN "claimed_to" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  ADD COLUMN "settled_to" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  ADD COLUMN "look_due" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "swept_to" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
UPDATE "search_state" SET
  "claimed_to" = (lpad(to_hex((extract(epoch FROM "indexed_to") * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid,
  "settled_to" = (lpad(to_hex(greatest(0, extract(epoch FROM "indexed_to") - 60)::bigint * 1000), 12, '0')
    || '70008000000000000000')::uuid;

CREATE TABLE "search_range" (
    "kind" TEXT NOT NULL,
    "first" UUID NOT NULL,
    "last" UUID NOT NULL,
    "worker" UUID NOT NULL,
    "until" TIMESTAMPTZ NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "search_range_pkey" PRIMARY KEY ("kind", "first")
);

CREATE TABLE "search_unread" (
    "message" UUID NOT NULL,
    "company" UUID NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "due" TIMESTAMPTZ,

    CONSTRAINT "search_unread_pkey" PRIMARY KEY ("message")
);

CREATE INDEX "search_unread_due" ON "search_unread" ("company", "due");

-- Rows come and go with every 200 messages, and with messages that cannot be read.
ALTER TABLE "search_range" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "search_unread" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
