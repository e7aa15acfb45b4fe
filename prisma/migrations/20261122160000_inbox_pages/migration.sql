-- The first day's version made databases with other indexes for a page of an inbox.
-- CreateIndex: beforehand and by hand where the table is large (docs/operations.md, Upgrade)
CREATE INDEX IF NOT EXISTS "customer_inbox_page" ON "customer_inbox"("company", "recipients", "modified" DESC, "name" DESC, "owner", "visibility");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "customer_inbox_company_page" ON "customer_inbox"("company", "modified" DESC, "name" DESC, "owner", "visibility");

-- DropIndex
DROP INDEX IF EXISTS "customer_inbox_company_recipients_modified_name_idx";

-- DropIndex
DROP INDEX IF EXISTS "customer_inbox_company_modified_name_idx";
