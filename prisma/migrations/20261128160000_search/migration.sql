-- So that one index leads to a company's words.
CREATE EXTENSION IF NOT EXISTS "btree_gin";

-- CreateTable
CREATE TABLE "message_search" (
    "message" UUID NOT NULL,
    "company" UUID NOT NULL,
    "bytes" INTEGER NOT NULL,
    "tokens" tsvector NOT NULL,
    "modified" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "message_search_pkey" PRIMARY KEY ("message")
);

-- CreateTable
CREATE TABLE "search_state" (
    "name" INTEGER NOT NULL DEFAULT 1,
    "indexed_to" TIMESTAMPTZ NOT NULL,
    "worker" UUID,
    "until" TIMESTAMPTZ,

    CONSTRAINT "search_state_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "message_search_tokens" ON "message_search" USING GIN ("company", "tokens");

-- Mail of before is indexed from the beginning on.
INSERT INTO "search_state" ("indexed_to") VALUES ('epoch');
