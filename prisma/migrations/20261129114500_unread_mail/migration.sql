-- What is unread at an address, whoever asks (features/email/get_mail_summary.ts): what nobody has opened is counted by the
-- first index, and only what somebody has opened is looked at.
-- CreateIndex: beforehand and by hand where the table is large (docs/operations.md, Upgrade)
CREATE INDEX IF NOT EXISTS "customer_inbox_unopened" ON "customer_inbox"("company", "recipients", "modified" DESC) WHERE "_seen" = '{}';

-- CreateIndex: likewise
CREATE INDEX IF NOT EXISTS "customer_inbox_opened" ON "customer_inbox"("company", "recipients", "modified" DESC) WHERE "_seen" <> '{}';
