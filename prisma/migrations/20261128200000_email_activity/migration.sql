-- AlterTable
ALTER TABLE "email" ADD COLUMN "deactivated" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "last_activity" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "email_company_last_activity_idx" ON "email"("company", "last_activity" DESC);
