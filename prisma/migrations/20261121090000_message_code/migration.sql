-- AlterTable
ALTER TABLE "customer_inbox" ADD COLUMN     "code" TEXT NOT NULL DEFAULT '';
