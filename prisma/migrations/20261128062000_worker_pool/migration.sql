-- CreateTable
CREATE TABLE "worker_pool" (
    "name" TEXT NOT NULL,
    "seen" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "worker_pool_pkey" PRIMARY KEY ("name")
);
