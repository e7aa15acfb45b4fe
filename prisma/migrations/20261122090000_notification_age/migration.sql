-- CreateIndex
CREATE INDEX "notification_log_creation_idx" ON "notification_log"("creation");
