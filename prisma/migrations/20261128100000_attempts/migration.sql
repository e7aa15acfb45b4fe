-- AlterTable
ALTER TABLE "message_source" ADD COLUMN     "connected" TIMESTAMPTZ,
ADD COLUMN     "helo" TEXT,
ADD COLUMN     "network" TEXT,
ADD COLUMN     "tls" TEXT;

-- CreateTable
CREATE TABLE "smtp_attempt" (
    "company" UUID NOT NULL,
    "day" DATE NOT NULL,
    "address" TEXT NOT NULL,
    "slot" INTEGER NOT NULL,
    "mail_from" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "helo" TEXT NOT NULL,
    "tls" TEXT NOT NULL,
    "code" INTEGER NOT NULL,
    "reply" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "creation" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "smtp_attempt_pkey" PRIMARY KEY ("company","day","address","slot")
);

-- CreateTable
CREATE TABLE "smtp_attempt_count" (
    "company" UUID NOT NULL,
    "day" DATE NOT NULL,
    "address" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "smtp_attempt_count_pkey" PRIMARY KEY ("company","day","address")
);

-- CreateIndex
CREATE INDEX "smtp_attempt_company_address_creation_idx" ON "smtp_attempt"("company", "address", "creation" DESC);

-- CreateIndex
CREATE INDEX "smtp_attempt_day_idx" ON "smtp_attempt"("day");

-- CreateIndex
CREATE INDEX "smtp_attempt_count_day_idx" ON "smtp_attempt_count"("day");
