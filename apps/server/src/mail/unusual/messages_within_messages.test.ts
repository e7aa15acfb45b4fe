import { base64, csv, from, type Kind, mixed, readsAlike, text } from "../../testing/unusual_mail.ts";

const attachedMessage = ["From: bank@bank.example", "Subject: Your code", "", "Your verification code is 739204."];

const messages: Kind[] = [
  [
    "a message that is all of another",
    [from, "Subject: Fwd", "Content-Type: message/rfc822", "", ...attachedMessage],
    {
      subject: "Fwd",
      text: "Your verification code is 739204.",
      code: "739204",
      files: [["message.eml", attachedMessage.join("\r\n")]],
      has_attachment: true,
    },
  ],
  [
    "the same without a subject",
    [from, "Content-Type: message/rfc822; name=a.eml", "", ...attachedMessage],
    { sender: "Shop <shop@shop.example>", subject: "Your code", files: [["a.eml", attachedMessage.join("\r\n")]] },
  ],
  [
    "the same inline",
    [from, "Content-Type: message/rfc822", "Content-Disposition: inline", "", ...attachedMessage],
    { code: "739204", files: [["message.eml", attachedMessage.join("\r\n")]] },
  ],
  [
    "the same in base64",
    [
      from,
      "Content-Type: message/rfc822",
      "Content-Transfer-Encoding: base64",
      "",
      base64(attachedMessage.join("\r\n")),
    ],
    { code: "739204", files: [["message.eml", attachedMessage.join("\r\n")]] },
  ],
  [
    "a message in UTF-8 (RFC 6532)",
    [from, "Content-Type: message/global", "", "Subject: Gr\xc3\xbc\xc3\x9fe", "", "Gr\xc3\xbc\xc3\x9fe"],
    { subject: "Grüße", text: "Grüße" },
  ],
  [
    "a message with parts",
    [from, "Content-Type: message/rfc822", "", "Subject: a", ...mixed(text("hello"), csv)],
    {
      text: "hello",
      files: [
        ["message.eml", ["Subject: a", ...mixed(text("hello"), csv)].join("\r\n")],
        ["a.csv", "1,2"],
      ],
    },
  ],
  [
    "a message in a message in a message",
    ["Content-Type: message/rfc822", "", "Content-Type: message/rfc822", "", ...attachedMessage],
    { text: "Your verification code is 739204." },
  ],
  [
    "a message within others",
    mixed(text("see below"), ["Content-Type: message/rfc822", "", ...attachedMessage]),
    { text: "see below", files: [["message.eml", attachedMessage.join("\r\n")]] },
  ],
];

readsAlike("messages within messages", messages);
