-- CreateEnum
CREATE TYPE "EventVia" AS ENUM ('session', 'operator', 'system');

-- CreateTable
CREATE TABLE "event" (
    "name" UUID NOT NULL,
    "company" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "actor" TEXT,
    "via" "EventVia" NOT NULL,
    "network" TEXT,
    "subject" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "changes" JSONB,
    "creation" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "event_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "event_company_creation_idx" ON "event"("company", "creation" DESC);

-- CreateIndex
CREATE INDEX "event_creation_idx" ON "event"("creation");

-- AlterTable: grows with the years, like the log of notifications (20261127232000_autovacuum)
ALTER TABLE "event" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
