-- The order in which the generic calls list by default.
-- CreateIndex: beforehand and by hand where the table is large (docs/operations.md, Upgrade)
CREATE INDEX IF NOT EXISTS "email_company_modified_idx" ON "email"("company", "modified" DESC);

-- CreateIndex
CREATE INDEX IF NOT EXISTS "notification_log_company_for_user_modified_idx" ON "notification_log"("company", "for_user", "modified" DESC);
