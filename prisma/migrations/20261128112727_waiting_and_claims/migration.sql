-- CreateTable
CREATE TABLE "message_claim" (
    "message" UUID NOT NULL,
    "company" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "claim" UUID NOT NULL,
    "api_key" UUID NOT NULL,
    "member" TEXT NOT NULL,
    "creation" TIMESTAMPTZ NOT NULL,
    "until" TIMESTAMPTZ NOT NULL,
    "acked" TIMESTAMPTZ,

    CONSTRAINT "message_claim_pkey" PRIMARY KEY ("message")
);

-- CreateTable
CREATE TABLE "timeline_entry" (
    "message" UUID NOT NULL,
    "company" UUID NOT NULL,
    "what" TEXT NOT NULL,
    "who" TEXT NOT NULL,
    "creation" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "timeline_entry_pkey" PRIMARY KEY ("message","what","who")
);

-- CreateIndex
CREATE INDEX "message_claim_company_address_idx" ON "message_claim"("company", "address");

-- CreateIndex
CREATE INDEX "smtp_attempt_company_creation_idx" ON "smtp_attempt"("company", "creation" DESC);
