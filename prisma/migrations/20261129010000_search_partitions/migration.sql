-- A search of two words went through those of all companies. Now it goes through those of the companies in its partition. The
-- worker makes the index anew, as after `npm run mayfly -- reindex`: copying it here would hold the lock for too long.
DROP TABLE "message_search";

CREATE TABLE "message_search" (
    "message" UUID NOT NULL,
    "company" UUID NOT NULL,
    "bytes" INTEGER NOT NULL,
    "tokens" tsvector NOT NULL,
    "modified" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "message_search_pkey" PRIMARY KEY ("message", "company")
) PARTITION BY HASH ("company");

CREATE INDEX "message_search_tokens" ON "message_search" USING GIN ("company", "tokens");

CREATE TABLE "message_search_0" PARTITION OF "message_search" FOR VALUES WITH (MODULUS 8, REMAINDER 0);
CREATE TABLE "message_search_1" PARTITION OF "message_search" FOR VALUES WITH (MODULUS 8, REMAINDER 1);
CREATE TABLE "message_search_2" PARTITION OF "message_search" FOR VALUES WITH (MODULUS 8, REMAINDER 2);
CREATE TABLE "message_search_3" PARTITION OF "message_search" FOR VALUES WITH (MODULUS 8, REMAINDER 3);
CREATE TABLE "message_search_4" PARTITION OF "message_search" FOR VALUES WITH (MODULUS 8, REMAINDER 4);
CREATE TABLE "message_search_5" PARTITION OF "message_search" FOR VALUES WITH (MODULUS 8, REMAINDER 5);
CREATE TABLE "message_search_6" PARTITION OF "message_search" FOR VALUES WITH (MODULUS 8, REMAINDER 6);
CREATE TABLE "message_search_7" PARTITION OF "message_search" FOR VALUES WITH (MODULUS 8, REMAINDER 7);

-- Nobody's turn: a worker that has just indexed the old table may not say how far that went.
UPDATE "search_state" SET "indexed_to" = 'epoch', "worker" = NULL, "until" = NULL;
