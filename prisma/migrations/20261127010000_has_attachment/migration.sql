ALTER TABLE "customer_inbox" ADD COLUMN "has_attachment" BOOLEAN NOT NULL DEFAULT false;
