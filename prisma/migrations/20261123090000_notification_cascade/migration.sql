-- What a member was notified of goes with the member, also what another transaction has just written.
ALTER TABLE "notification_log" DROP CONSTRAINT "notification_log_for_user_fkey";
ALTER TABLE "notification_log" ADD CONSTRAINT "notification_log_for_user_fkey" FOREIGN KEY ("for_user") REFERENCES "member"("name") ON DELETE CASCADE ON UPDATE CASCADE;
