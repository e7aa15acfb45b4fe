-- CreateTable
CREATE TABLE "background_job" (
    "name" UUID NOT NULL,
    "company" UUID NOT NULL,
    "member" TEXT NOT NULL,
    "via" "EventVia" NOT NULL,
    "network" TEXT,
    "api_key" UUID,
    "call" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "done" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "error" TEXT,
    "creation" TIMESTAMPTZ NOT NULL,
    "ended" TIMESTAMPTZ,

    CONSTRAINT "background_job_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "background_job_creation_idx" ON "background_job"("creation");

-- AlterTable: grows with every long call
ALTER TABLE "background_job" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
