-- AlterEnum
ALTER TYPE "QuotaName" ADD VALUE 'mail_kb';
