-- How many messages lie between marks in the lists of mail (apps/server/src/features/inbox/deep_pages.ts).
CREATE TABLE "inbox_block" (
    "company" UUID NOT NULL,
    "recipients" TEXT NOT NULL,
    "modified" TIMESTAMPTZ NOT NULL,
    "name" UUID NOT NULL,
    "messages" INTEGER NOT NULL,

    CONSTRAINT "inbox_block_pkey" PRIMARY KEY ("company","recipients","modified","name")
);

-- Whatever deletes messages, the counts stay true. One transaction at a time changes those of a company.
CREATE FUNCTION "inbox_block_subtract"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  hit record;
  remaining int;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('inbox_block ' || company, 0))
  FROM (SELECT DISTINCT company FROM gone ORDER BY company) AS companies;
  FOR hit IN
    SELECT found.company, found.recipients, found.modified, found.name, count(*) AS messages
    FROM gone
    CROSS JOIN LATERAL (VALUES (gone.recipients), ('')) AS list (recipients)
    CROSS JOIN LATERAL (
      SELECT * FROM inbox_block AS block
      WHERE block.company = gone.company AND block.recipients = list.recipients
        AND (block.modified, block.name) >= (gone.modified, gone.name)
      ORDER BY block.modified, block.name LIMIT 1
    ) AS found
    GROUP BY found.company, found.recipients, found.modified, found.name
  LOOP
    UPDATE inbox_block AS block SET messages = block.messages - hit.messages
    WHERE company = hit.company AND recipients = hit.recipients AND modified = hit.modified AND name = hit.name
    RETURNING block.messages INTO remaining;
    IF remaining = 0 THEN
      DELETE FROM inbox_block
      WHERE company = hit.company AND recipients = hit.recipients AND modified = hit.modified AND name = hit.name;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER "inbox_block_subtract" AFTER DELETE ON "customer_inbox"
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "inbox_block_subtract"();
