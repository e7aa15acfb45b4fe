-- AlterTable
ALTER TABLE "message_source" ADD COLUMN     "told" UUID;
