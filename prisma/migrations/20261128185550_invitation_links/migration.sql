-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "copied_expiry" TIMESTAMPTZ,
ADD COLUMN     "copied_hash" BYTEA,
ADD COLUMN     "otp_expiry" TIMESTAMPTZ,
ADD COLUMN     "otp_hash" BYTEA,
ADD COLUMN     "otp_tries" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE UNIQUE INDEX "invitation_copied_hash_key" ON "invitation"("copied_hash");
