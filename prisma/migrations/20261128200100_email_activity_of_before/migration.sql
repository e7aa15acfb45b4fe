-- By itself, because mail is taken in meanwhile: the new columns lock the table only for a moment.
UPDATE "email" SET "last_activity" = greatest("creation", (
  SELECT "modified" FROM "customer_inbox" AS inbox
  WHERE inbox."company" = "email"."company" AND inbox."recipients" = "email"."email_name"
  ORDER BY "modified" DESC LIMIT 1
));
