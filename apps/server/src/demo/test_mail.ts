import MailComposer from "nodemailer/lib/mail-composer/index.js";

/** A small mail of every kind of content, for a first look at the inbox. */
export function testMail(to: string): Promise<Buffer> {
  const time = new Date().toLocaleTimeString("en-GB");
  return new MailComposer({
    from: '"Zoë at Mayfly" <hello@mayfly.test>',
    to,
    subject: `Grüße aus dem Terminal (${time})`,
    text: `This mail was sent at ${time} with "npm run mayfly -- send".\n\nIt came in over SMTP like any other.`,
    html: `<p>This mail was sent at <b>${time}</b> with <code>npm run mayfly -- send</code>.</p>
<p>It came in over SMTP like any other.</p>`,
    attachments: [{ filename: "note.txt", content: "An attachment travels with it.\n" }],
  })
    .compile()
    .build();
}
