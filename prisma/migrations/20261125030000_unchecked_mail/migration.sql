-- What they check holds by how mail is stored and deleted, and checking it was a quarter of the work of storing (docs/decisions/013).
ALTER TABLE "customer_inbox" DROP CONSTRAINT "customer_inbox_recipients_fkey",
DROP CONSTRAINT "customer_inbox_source_fkey";
ALTER TABLE "message_source" DROP CONSTRAINT "message_source_company_fkey";
