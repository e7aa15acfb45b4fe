-- CreateIndex: beforehand and by hand where the table is large (docs/operations.md, Upgrade). Few deliveries have a body.
CREATE INDEX IF NOT EXISTS "webhook_delivery_body" ON "webhook_delivery"("message") WHERE "body" IS NOT NULL;
