-- Words are taken apart and folded differently. The worker writes the new ones over the old ones, which are found until then.
ALTER TABLE "search_state" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1, ADD COLUMN "remade_to" UUID;
