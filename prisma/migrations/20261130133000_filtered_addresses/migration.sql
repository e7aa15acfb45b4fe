-- The addresses of one domain, and those that are inactive: without these, a list of few or none read all of the company's.
-- On a large table, create them by hand before the upgrade, with CREATE INDEX CONCURRENTLY (docs/operations.md).
CREATE INDEX IF NOT EXISTS "email_company_domain_name_creation_idx" ON "email"("company", "domain_name", "creation" DESC);
CREATE INDEX IF NOT EXISTS "email_company_is_active_creation_idx" ON "email"("company", "is_active", "creation" DESC);
