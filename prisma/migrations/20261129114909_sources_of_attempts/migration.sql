-- AlterTable
ALTER TABLE "smtp_attempt_count" ADD COLUMN     "first" TIMESTAMPTZ,
ADD COLUMN     "last" TIMESTAMPTZ,
ADD COLUMN     "network" TEXT NOT NULL DEFAULT '';
