-- By default Postgres looks after a table once a fifth of its rows are new or dead, and counts its values anew once a
-- tenth have changed. Where rows only pile up, that comes later and later, and takes longer each time.

-- Each only changes the catalogue: nothing is rewritten, and reads and writes go on.
-- AlterTable: grow with every mail, and are read by index alone, which needs their pages to have been vacuumed
ALTER TABLE "message_source" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "customer_inbox" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- AlterTable: grow with the years, and change in large steps (expiry, lost domains)
ALTER TABLE "email" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "notification_log" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- AlterTable: a queue and a log of a week, whose rows are changed at every attempt: dead ones slow each claim
ALTER TABLE "webhook_delivery" SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);
ALTER TABLE "webhook_attempt" SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
