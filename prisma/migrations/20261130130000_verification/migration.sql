-- CreateTable
CREATE TABLE "verification" (
    "name" TEXT NOT NULL,
    "found" INTEGER NOT NULL,
    "creation" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("name")
);
