-- AlterTable
ALTER TABLE "domain" ADD COLUMN     "findings" JSONB;

