import { randomInt } from "node:crypto";
import { inbox, messageTexts } from "@mayfly/contracts";
import MailComposer from "nodemailer/lib/mail-composer/index.js";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { isOverQuota } from "../attempt/attempt.ts";
import { takesMail } from "../email/email.ts";
import { readableEmail } from "../email/rights.ts";

export const send_test_mail = handler(inbox.send_test_mail, async (context, { email }) => {
  const { member, clock, throttle, deliver } = context;
  const row = await readableEmail(context, email);
  if (!takesMail(row, clock())) throw Refusal.invalid(messageTexts.takesNoMail);
  await throttle.use(["test_mail_member", member.name]);
  const raw = await testMail(email);
  // What else the receiver says is for the operator: it stands in the receiver's log.
  await deliver(email, raw).catch(({ response }: { response?: string }) => {
    const text = isOverQuota(response ?? "") ? messageTexts.overQuota : messageTexts.notTaken;
    throw new Refusal("ServiceUnavailable", text);
  });
  return { success: true, message: messageTexts.testMailSent };
});

/** A mail as a sign-up sends it: with a code and a link. */
function testMail(to: string): Promise<Buffer> {
  const code = String(randomInt(100_000, 1_000_000));
  return new MailComposer({
    from: '"Mayfly" <test@mayfly.example>',
    to,
    subject: `${code} is your test code`,
    text: `Your test code is ${code}.\n\nThis mail came in over SMTP, like any other. Nobody needs the code: copy it to see how that goes.\n`,
    html: `<p>Your test code is <b>${code}</b>.</p>
<p>This mail came in over SMTP, like any other. Nobody needs the code: copy it to see how that goes.</p>`,
  })
    .compile()
    .build();
}
