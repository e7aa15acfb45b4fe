-- CreateTable
CREATE TABLE "postmaster_mail" (
    "name" UUID NOT NULL,
    "recipients" TEXT NOT NULL,
    "mail_from" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "raw" BYTEA NOT NULL,
    "creation" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "postmaster_mail_pkey" PRIMARY KEY ("name")
);
