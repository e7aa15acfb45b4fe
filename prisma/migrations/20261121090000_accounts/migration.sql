-- AlterTable
ALTER TABLE "company" ALTER COLUMN "company_email" DROP NOT NULL;

-- AlterTable
ALTER TABLE "signup_request" RENAME COLUMN "otp_sent" TO "otp_asked";
ALTER TABLE "signup_request" ALTER COLUMN "otp_hash" DROP NOT NULL,
ALTER COLUMN "otp_expiry" DROP NOT NULL;
