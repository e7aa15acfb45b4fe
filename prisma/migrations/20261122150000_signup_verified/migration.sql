-- AlterTable
ALTER TABLE "signup_request" ADD COLUMN     "verified" BOOLEAN NOT NULL DEFAULT false;
