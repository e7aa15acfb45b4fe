CREATE TYPE "QuotaName" AS ENUM ('email', 'domain', 'webhook', 'notification', 'invitation');

CREATE TABLE "plan_quota" (
    "plan" "PlanName" NOT NULL,
    "quota" "QuotaName" NOT NULL,
    "per_day" INTEGER NOT NULL,
    "young_per_day" INTEGER,
    CONSTRAINT "plan_quota_pkey" PRIMARY KEY ("plan", "quota"),
    CONSTRAINT "plan_quota_plan_fkey" FOREIGN KEY ("plan") REFERENCES "plan" ("plan") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "quota_use" (
    "company" UUID NOT NULL,
    "quota" "QuotaName" NOT NULL,
    "day" DATE NOT NULL,
    "used" INTEGER NOT NULL,
    CONSTRAINT "quota_use_pkey" PRIMARY KEY ("company", "quota", "day")
);
CREATE INDEX "quota_use_day_idx" ON "quota_use" ("day");

CREATE TABLE "invitation" (
    "company" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "full_name" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "owner" TEXT NOT NULL,
    "token_hash" BYTEA,
    "token_expiry" TIMESTAMPTZ,
    "creation" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "invitation_pkey" PRIMARY KEY ("company", "email"),
    CONSTRAINT "invitation_company_fkey" FOREIGN KEY ("company") REFERENCES "company" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation" ("token_hash");
CREATE INDEX "invitation_email_idx" ON "invitation" ("email");

-- Members who have never set a password are invitations from now on, with the link that they have got last. Who already
-- owns something, which cannot be without a password, stays.
INSERT INTO "invitation" ("company", "email", "full_name", "role", "is_active", "owner", "token_hash", "token_expiry", "creation")
SELECT member.company, member.name, member.full_name, member.role, member.is_active, member.name, token.token_hash, token.expiry, member.creation
FROM "member"
LEFT JOIN LATERAL (
    SELECT token_hash, expiry FROM "reset_token" WHERE reset_token.member = member.name AND used IS NULL ORDER BY creation DESC LIMIT 1
) AS token ON true
WHERE member.password_hash IS NULL AND NOT EXISTS (SELECT FROM "email" WHERE email.owner = member.name);

DELETE FROM "member" USING "invitation"
WHERE member.name = invitation.email AND member.company = invitation.company AND member.password_hash IS NULL;
