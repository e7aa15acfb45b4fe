-- CreateIndex: beforehand and by hand where the table is large (docs/operations.md, Upgrade)
CREATE INDEX IF NOT EXISTS "webhook_delivery_age" ON "webhook_delivery"("creation");

-- DropIndex
DROP INDEX "webhook_delivery_creation_idx";
