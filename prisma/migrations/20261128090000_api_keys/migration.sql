-- AlterEnum
ALTER TYPE "EventVia" ADD VALUE 'key';

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "FeatureName" ADD VALUE 'api';
ALTER TYPE "FeatureName" ADD VALUE 'environment';
ALTER TYPE "FeatureName" ADD VALUE 'integration';
ALTER TYPE "FeatureName" ADD VALUE 'branding';
ALTER TYPE "FeatureName" ADD VALUE 'sso';

-- AlterTable
ALTER TABLE "email" ADD COLUMN     "run" TEXT;

-- AlterTable
ALTER TABLE "event" ADD COLUMN     "api_key" UUID;

-- CreateTable
CREATE TABLE "api_key" (
    "name" UUID NOT NULL,
    "company" UUID NOT NULL,
    "member" TEXT NOT NULL,
    "key_name" TEXT NOT NULL,
    "first" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "expiry" TIMESTAMPTZ,
    "replaced_by" UUID,
    "last_used" TIMESTAMPTZ,
    "last_network" TEXT,
    "expiry_notified" TIMESTAMPTZ,
    "creation" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "idempotent_answer" (
    "api_key" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "company" UUID NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "status" INTEGER NOT NULL,
    "headers" JSONB NOT NULL,
    "body" TEXT NOT NULL,
    "creation" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "idempotent_answer_pkey" PRIMARY KEY ("api_key","path","idempotency_key")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_company_creation_idx" ON "api_key"("company", "creation");

-- CreateIndex
CREATE INDEX "api_key_member_idx" ON "api_key"("member");

-- CreateIndex
CREATE INDEX "api_key_expiry_idx" ON "api_key"("expiry");

-- CreateIndex
CREATE INDEX "idempotent_answer_creation_idx" ON "idempotent_answer"("creation");

-- CreateIndex
CREATE INDEX "email_company_run_idx" ON "email"("company", "run");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_member_fkey" FOREIGN KEY ("member") REFERENCES "member"("name") ON DELETE CASCADE ON UPDATE CASCADE;
