-- DropForeignKey
ALTER TABLE "webhook_delivery" DROP CONSTRAINT "webhook_delivery_webhook_fkey";

-- DropIndex
DROP INDEX "webhook_delivery_creation_idx";

-- AlterTable
ALTER TABLE "webhook_delivery" DROP COLUMN "modified",
ADD COLUMN     "body" TEXT,
ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "message" UUID,
ADD COLUMN     "next_attempt" TIMESTAMPTZ NOT NULL,
ADD COLUMN     "test" BOOLEAN NOT NULL DEFAULT false,
ALTER COLUMN "payload" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "webhook_delivery_status_webhook_next_attempt_idx" ON "webhook_delivery"("status", "webhook", "next_attempt");

-- CreateIndex
CREATE INDEX "webhook_delivery_creation_idx" ON "webhook_delivery" USING BRIN ("creation");

