-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "PlanName" AS ENUM ('starter', 'professional', 'business');

-- CreateEnum
CREATE TYPE "FeatureName" AS ENUM ('domain', 'webhook', 'team', 'email', 'public_email', 'email_expiry');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('Administrator', 'Member');

-- CreateEnum
CREATE TYPE "Visibility" AS ENUM ('Private', 'Public');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('pending', 'delivered', 'failed');

-- CreateTable
CREATE TABLE "plan" (
    "plan" "PlanName" NOT NULL,
    "price" INTEGER NOT NULL,
    "non_expiry" BOOLEAN NOT NULL,
    "forced_expiry" INTEGER,

    CONSTRAINT "plan_pkey" PRIMARY KEY ("plan")
);

-- CreateTable
CREATE TABLE "plan_feature" (
    "plan" "PlanName" NOT NULL,
    "feature" "FeatureName" NOT NULL,
    "available" BOOLEAN NOT NULL,
    "unlimited" BOOLEAN NOT NULL,
    "limit" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "description" TEXT NOT NULL,

    CONSTRAINT "plan_feature_pkey" PRIMARY KEY ("plan","feature")
);

-- CreateTable
CREATE TABLE "company" (
    "name" UUID NOT NULL,
    "company_name" TEXT NOT NULL,
    "company_email" TEXT NOT NULL,
    "company_size" TEXT NOT NULL,
    "industry" TEXT NOT NULL,
    "company_website" TEXT NOT NULL,
    "company_phone" TEXT NOT NULL,
    "hmac_secret" BYTEA,
    "creation" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "company_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "subscription" (
    "company" UUID NOT NULL,
    "plan" "PlanName" NOT NULL,
    "expiry_date" DATE,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("company")
);

-- CreateTable
CREATE TABLE "member" (
    "name" TEXT NOT NULL,
    "company" UUID NOT NULL,
    "full_name" TEXT NOT NULL,
    "post" TEXT NOT NULL DEFAULT '',
    "role" "Role" NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "password_hash" TEXT,
    "creation" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "session" (
    "token_hash" BYTEA NOT NULL,
    "member" TEXT NOT NULL,
    "creation" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiry" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "signup_request" (
    "name" UUID NOT NULL,
    "full_name" TEXT NOT NULL,
    "email_address" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "company_name" TEXT NOT NULL,
    "company_email" TEXT NOT NULL,
    "company_size" TEXT NOT NULL,
    "industry" TEXT NOT NULL,
    "company_website" TEXT NOT NULL,
    "phone_number" TEXT NOT NULL,
    "country_code" TEXT NOT NULL,
    "post" TEXT NOT NULL,
    "otp_hash" BYTEA NOT NULL,
    "otp_expiry" TIMESTAMPTZ NOT NULL,
    "otp_tries" INTEGER NOT NULL DEFAULT 0,
    "otp_sent" TIMESTAMPTZ NOT NULL,
    "creation" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signup_request_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "reset_token" (
    "token_hash" BYTEA NOT NULL,
    "member" TEXT NOT NULL,
    "creation" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiry" TIMESTAMPTZ NOT NULL,
    "used" TIMESTAMPTZ,

    CONSTRAINT "reset_token_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "domain" (
    "domain_name" TEXT NOT NULL,
    "company" UUID NOT NULL,
    "owner" TEXT NOT NULL,
    "is_verified" BOOLEAN NOT NULL DEFAULT false,
    "verification_token" TEXT NOT NULL,
    "mx_found" BOOLEAN NOT NULL DEFAULT false,
    "checked" TIMESTAMPTZ,
    "failing_since" TIMESTAMPTZ,
    "creation" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "domain_pkey" PRIMARY KEY ("domain_name")
);

-- CreateTable
CREATE TABLE "email" (
    "email_name" TEXT NOT NULL,
    "company" UUID NOT NULL,
    "owner" TEXT NOT NULL,
    "domain_name" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "visibility" "Visibility" NOT NULL DEFAULT 'Private',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "expiry" TIMESTAMPTZ,
    "duration" INTEGER,
    "expired" TIMESTAMPTZ,
    "creation" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_pkey" PRIMARY KEY ("email_name")
);

-- CreateTable
CREATE TABLE "message_source" (
    "name" UUID NOT NULL,
    "company" UUID NOT NULL,
    "raw" BYTEA NOT NULL,
    "creation" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_source_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "customer_inbox" (
    "name" UUID NOT NULL,
    "company" UUID NOT NULL,
    "owner" TEXT NOT NULL,
    "visibility" "Visibility" NOT NULL,
    "recipients" TEXT NOT NULL,
    "source" UUID NOT NULL,
    "mail_from" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "preview" TEXT NOT NULL,
    "_seen" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "creation" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customer_inbox_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "webhook" (
    "name" TEXT NOT NULL,
    "company" UUID NOT NULL,
    "owner" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "domain" TEXT,
    "description" TEXT NOT NULL DEFAULT '',
    "failing_since" TIMESTAMPTZ,
    "paused" TIMESTAMPTZ,
    "creation" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "name" UUID NOT NULL,
    "company" UUID NOT NULL,
    "webhook" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'pending',
    "creation" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "delivery" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "creation" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "duration" INTEGER NOT NULL,
    "status" INTEGER,
    "answer" TEXT NOT NULL,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("delivery","attempt")
);

-- CreateTable
CREATE TABLE "notification_log" (
    "name" UUID NOT NULL,
    "company" UUID NOT NULL,
    "for_user" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "email_content" TEXT NOT NULL,
    "document_type" TEXT NOT NULL,
    "document_name" TEXT NOT NULL,
    "read" BOOLEAN NOT NULL DEFAULT false,
    "creation" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_log_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "notification_preference" (
    "member" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,

    CONSTRAINT "notification_preference_pkey" PRIMARY KEY ("member","topic")
);

-- CreateIndex
CREATE UNIQUE INDEX "company_company_email_key" ON "company"("company_email");

-- CreateIndex
CREATE INDEX "member_company_creation_idx" ON "member"("company", "creation");

-- CreateIndex
CREATE INDEX "session_member_idx" ON "session"("member");

-- CreateIndex
CREATE INDEX "session_expiry_idx" ON "session"("expiry");

-- CreateIndex
CREATE INDEX "signup_request_email_address_idx" ON "signup_request"("email_address");

-- CreateIndex
CREATE INDEX "signup_request_creation_idx" ON "signup_request"("creation");

-- CreateIndex
CREATE INDEX "reset_token_member_idx" ON "reset_token"("member");

-- CreateIndex
CREATE INDEX "reset_token_expiry_idx" ON "reset_token"("expiry");

-- CreateIndex
CREATE INDEX "domain_company_creation_idx" ON "domain"("company", "creation");

-- CreateIndex
CREATE INDEX "domain_is_verified_checked_idx" ON "domain"("is_verified", "checked");

-- CreateIndex
CREATE INDEX "email_company_creation_idx" ON "email"("company", "creation" DESC);

-- CreateIndex
CREATE INDEX "email_company_owner_creation_idx" ON "email"("company", "owner", "creation" DESC);

-- CreateIndex
CREATE INDEX "email_is_active_expiry_idx" ON "email"("is_active", "expiry");

-- CreateIndex
CREATE INDEX "email_expired_idx" ON "email"("expired");

-- CreateIndex
CREATE INDEX "customer_inbox_page" ON "customer_inbox"("company", "recipients", "modified" DESC, "name" DESC, "owner", "visibility");

-- CreateIndex
CREATE INDEX "customer_inbox_company_page" ON "customer_inbox"("company", "modified" DESC, "name" DESC, "owner", "visibility");

-- CreateIndex
CREATE INDEX "customer_inbox_source_idx" ON "customer_inbox"("source");

-- CreateIndex
CREATE INDEX "webhook_company_creation_idx" ON "webhook"("company", "creation");

-- CreateIndex
CREATE INDEX "webhook_company_event_enabled_idx" ON "webhook"("company", "event", "enabled");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_creation_idx" ON "webhook_delivery"("webhook", "creation" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_creation_idx" ON "webhook_delivery"("creation");

-- CreateIndex
CREATE INDEX "notification_log_company_for_user_creation_idx" ON "notification_log"("company", "for_user", "creation" DESC);

-- AddForeignKey
ALTER TABLE "plan_feature" ADD CONSTRAINT "plan_feature_plan_fkey" FOREIGN KEY ("plan") REFERENCES "plan"("plan") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_company_fkey" FOREIGN KEY ("company") REFERENCES "company"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_plan_fkey" FOREIGN KEY ("plan") REFERENCES "plan"("plan") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_company_fkey" FOREIGN KEY ("company") REFERENCES "company"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_member_fkey" FOREIGN KEY ("member") REFERENCES "member"("name") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reset_token" ADD CONSTRAINT "reset_token_member_fkey" FOREIGN KEY ("member") REFERENCES "member"("name") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "domain" ADD CONSTRAINT "domain_company_fkey" FOREIGN KEY ("company") REFERENCES "company"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email" ADD CONSTRAINT "email_company_fkey" FOREIGN KEY ("company") REFERENCES "company"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email" ADD CONSTRAINT "email_owner_fkey" FOREIGN KEY ("owner") REFERENCES "member"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_source" ADD CONSTRAINT "message_source_company_fkey" FOREIGN KEY ("company") REFERENCES "company"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_inbox" ADD CONSTRAINT "customer_inbox_recipients_fkey" FOREIGN KEY ("recipients") REFERENCES "email"("email_name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_inbox" ADD CONSTRAINT "customer_inbox_source_fkey" FOREIGN KEY ("source") REFERENCES "message_source"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_company_fkey" FOREIGN KEY ("company") REFERENCES "company"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_fkey" FOREIGN KEY ("webhook") REFERENCES "webhook"("name") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_fkey" FOREIGN KEY ("delivery") REFERENCES "webhook_delivery"("name") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_log" ADD CONSTRAINT "notification_log_for_user_fkey" FOREIGN KEY ("for_user") REFERENCES "member"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_preference" ADD CONSTRAINT "notification_preference_member_fkey" FOREIGN KEY ("member") REFERENCES "member"("name") ON DELETE CASCADE ON UPDATE CASCADE;

