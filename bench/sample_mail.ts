/** A message as a shop sends it: text and HTML, some 10 KB together. */
export function sampleMail(subject: string, to: string): string {
  const item = (at: number) =>
    `<tr><td style="padding:8px"><a href="https://shop.example/item/${at * 7919}">Item ${at * 7919}</a></td>` +
    `<td style="padding:8px;text-align:right"><b>${((at * 7919) % 9973) / 100} EUR</b></td></tr>`;
  const html = `<html><body><h1>Thank you for your order</h1><table>${lines(50, item)}</table></body></html>`;
  const text = lines(40, (at) => `Item ${at * 7919}, ${((at * 7919) % 9973) / 100} EUR`);
  return [
    "From: Shop <orders@elsewhere.example>",
    `To: ${to}`,
    `Subject: ${subject}`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/alternative; boundary="part"',
    "",
    "--part",
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
    "--part",
    "Content-Type: text/html; charset=utf-8",
    "",
    html,
    "--part--",
    "",
  ].join("\r\n");
}

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join("\r\n");
