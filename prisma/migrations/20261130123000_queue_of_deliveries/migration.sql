-- AlterTable: every pending delivery is in the queue at first; couriers take out those that are not due. The version before
-- ignores the queue, and what it inserts is in it. Beforehand and by hand where the table is large, so that the indexes can be.
ALTER TABLE "webhook_delivery" ADD COLUMN IF NOT EXISTS "queued" BOOLEAN NOT NULL DEFAULT true;

-- CreateIndex: beforehand and by hand where the table is large (docs/operations.md, Rolling restart)
CREATE INDEX IF NOT EXISTS "webhook_delivery_queue" ON "webhook_delivery"("company", "webhook", "next_attempt") WHERE "status" = 'pending' AND "queued";
CREATE INDEX IF NOT EXISTS "webhook_delivery_due" ON "webhook_delivery"(("queued"::int), "next_attempt") WHERE "status" = 'pending';
