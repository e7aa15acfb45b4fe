-- AlterTable
ALTER TABLE "message_source" ADD COLUMN     "lz4" BYTEA,
ALTER COLUMN "raw" DROP NOT NULL;

-- What is packed is stored as it is: Postgres is not to try again.
ALTER TABLE "message_source" ALTER COLUMN "lz4" SET STORAGE EXTERNAL;

-- All rows that are there have raw: NOT VALID spares them the reading, for which the table would be locked.
ALTER TABLE "message_source" ADD CONSTRAINT "message_source_kept_once" CHECK (num_nonnulls("raw", "lz4") = 1) NOT VALID;
