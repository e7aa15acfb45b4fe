import { expect, it } from "vitest";
import { cpuTime, usualTimeSince } from "../../testing/cpu_time.ts";
import { imageLinks } from "../show/image_link.ts";
import { render } from "../show/render.ts";
import { findActionLinks, leadingTo } from "./action_links.ts";

const token = "9f2c71d04be84a6fa1c2";
const actionOf = (text: string, url: string) => findActionLinks([{ text, url }])[0]?.action;

it.each([
  ["verify", "Verify email address", `https://app.example/v?t=${token}`],
  ["verify", "Activate your account", "https://app.example/activate/1"],
  ["verify", "Konto aktivieren", "https://app.example/x"],
  ["verify", "Vérifier mon adresse", "https://app.example/x"],
  ["verify", "Verificar correo", "https://app.example/x"],
  ["verify", "Verifica il tuo indirizzo", "https://app.example/x"],
  ["verify", "Ativar conta", "https://app.example/x"],
  ["verify", "验证邮箱", "https://app.example/x"],
  ["confirm", "Confirm", "https://app.example/c"],
  ["confirm", "E-Mail-Adresse bestätigen", "https://app.example/c"],
  ["confirm", "Bevestig je adres", "https://app.example/c"],
  ["confirm", "Подтвердить адрес", "https://app.example/c"],
  ["confirm", "メールアドレスを確認する", "https://app.example/c"],
  ["reset", "Reset password", "https://app.example/r"],
  ["reset", "Passwort zurücksetzen", "https://app.example/r"],
  ["reset", "Réinitialiser le mot de passe", "https://app.example/r"],
  ["reset", "パスワードを再設定", "https://app.example/r"],
  ["sign_in", "Sign in to Acme", `https://app.example/magic/${token}`],
  ["sign_in", "Anmelden", `https://app.example/a?token=${token}`],
  ["sign_in", "Se connecter", `https://app.example/a?token=${token}`],
  ["verify", "Click here", `https://app.example/verify-email?token=${token}`],
  ["verify", "If you haven't already, verify your email address:", "https://app.example/x"],
  ["verify", "In order to start, activate your account", "https://app.example/x"],
  ["verify", "Complete your verification", "https://app.example/x"],
  ["confirm", "メールアドレスの確認はこちら。確認する", "https://app.example/c"],
  ["reset", "Choose a new password", "https://app.example/r"],
  ["reset", "You did not ask for this? Then do nothing. To reset your password, open", "https://app.example/r"],
  ["reset", "Reset my account password", "https://app.example/r"],
  ["reset", "Reset", "https://app.example/r"],
  ["reset", "Forgot your password? Reset it here", "https://app.example/r"],
  ["reset", "Passwort jetzt zurücksetzen", "https://app.example/r"],
  ["reset", "https://app.example/reset", `https://app.example/password/reset/${token}`],
  ["verify", "https://x.example/act?mode=verifyEmail", `https://x.example/__/act?mode=verifyEmail&oob=${token}`],
  ["reset", "Click here", `https://x.example/__/auth/action?mode=resetPassword&oobCode=${token}`],
  ["sign_in", "Click here", `https://x.example/__/auth/action?oobCode=${token}&mode=signIn`],
  ["verify", "Click here", `https://app.example/#/verify-email/${token}`],
  ["verify", "Click here", `https://app.example/?action=verify&token=${token}`],
  ["reset", "Set up your password", "https://app.example/r"],
  ["reset", "Create password", "https://app.example/r"],
  ["reset", "Reset\u00a0your\u00a0password", "https://app.example/r"],
  ["confirm", "Be\u00adstä\u00adti\u00adgen", "https://app.example/c"],
  ["confirm", "Besta\u0308tigen", "https://app.example/c"],
  ["verify", "אימות כתובת המייל", "https://app.example/c"],
  ["confirm", "אישור הרשמה", "https://app.example/c"],
  ["reset", "איפוס סיסמה", "https://app.example/c"],
  ["sign_in", "התחברות לחשבון", `https://app.example/a?token=${token}`],
  ["verify", "تحقق من بريدك", "https://app.example/c"],
])("finds the action of a link: %s, %s, %s", (action, text, url) => expect(actionOf(text, url)).toBe(action));

it.each([
  ["Sign in", "https://app.example/login"],
  ["Unsubscribe", `https://app.example/confirm?t=${token}`],
  ["Confirm your order", "https://app.example/o/1"],
  ["Deactivate my account", `https://app.example/account?t=${token}`],
  ["Konto deaktivieren", "https://app.example/x"],
  ["Désactiver mon compte", "https://app.example/x"],
  ["Desactivar la cuenta", "https://app.example/x"],
  ["Disattiva l'account", "https://app.example/x"],
  ["Invalidate all sessions", "https://app.example/x"],
  ["Click here", `https://app.example/deactivate/${token}`],
  ["Download free presets", "https://app.example/x"],
  ["Click here", `https://app.example/presets/${token}`],
  ["How to reset your sleep schedule", "https://app.example/x"],
  ["How to reset your password", "https://help.example/1"],
  ["Your streak was reset", "https://app.example/x"],
  ["I did not request a password reset", `https://app.example/reset/${token}`],
  ["I didn’t request a password reset", "https://app.example/x"],
  ["You did not ask to reset your password? Then do nothing.", "https://app.example/x"],
  ["This wasn't me: reset nothing, sign me out", `https://app.example/reset/${token}`],
  ["Verified buyers love it", "https://app.example/x"],
  ["Your email verification is complete", "https://app.example/x"],
  ["Your deploy is confirmed", "https://app.example/x"],
  ["Deine Adresse wurde bestätigt", "https://app.example/x"],
  ["Votre adresse est vérifiée", "https://app.example/x"],
  ["Su cuenta fue verificada", "https://app.example/x"],
  ["See who is active", "https://app.example/x"],
  ["您的验证码", "https://app.example/x"],
  ["您的确认码", "https://app.example/x"],
  ["確認コード", "https://app.example/x"],
  ["رمز التحقق الخاص بك", "https://app.example/x"],
  ["رمز التأكيد", "https://app.example/x"],
  ["קוד האימות שלך", "https://app.example/x"],
  ["Read more", `https://news.example/t/${token}?utm_campaign=reset_your_mind&next=/verify`],
  ["Click here", `https://app.example/?action=deactivate&token=${token}`],
  ["Read more", "https://news.example/2026/11/how-we-verify-things"],
  ["Manage preferences", `https://app.example/preferences/${token}`],
  ["View invoice", `https://app.example/invoice/${token}`],
  ["Verify", "mailto:a@b.example"],
  ["Verify", "javascript:alert(1)"],
  ["Verify", "//app.example/verify"],
  ["Verify", ""],
  ["Verify", `https://app.example/${"x".repeat(5000)}`],
])("finds no action in a link: %s, %s", (text, url) => expect(actionOf(text, url)).toBeUndefined());

it("finds the action links of a message, at most three, each once", async () => {
  const links = async (headers: string, body: string) =>
    (await render(Buffer.from(`${headers}\r\n\r\n${body}`), imageLinks("key", "source"))).action_links;
  const url = `https://app.example/verify?token=${token}&amp;x=1`;
  expect(
    await links(
      "Content-Type: text/html",
      `<a href="${url}"><table><tr><td><b>Verify</b> <img alt="&amp; go"></td></tr></table></a><a href="${url}">Verify</a><a href="/verify">Verify</a>`,
    ),
  ).toEqual([{ action: "verify", text: "Verify & go", url: url.replace("&amp;", "&") }]);
  const many = Array.from({ length: 9 }, (_, no) => `<a href="https://a.example/${no}">Confirm</a>`).join("");
  expect(await links("Content-Type: text/html", many)).toHaveLength(3);
  expect(await links("X: y", `Confirm your address:\r\nhttps://a.example/c/${token}\r\nBye`)).toEqual([
    { action: "confirm", text: "Confirm your address:", url: `https://a.example/c/${token}` },
  ]);
});

it("shows the sentence of a text that names the action", () => {
  const text = "You did not ask for this? Then do nothing.\n\nTo verify your address,\nopen";
  expect(findActionLinks([{ text, url: "https://app.example/x" }])).toEqual([
    { action: "verify", text: "To verify your address, open", url: "https://app.example/x" },
  ]);
});

/** The actions that a plain text asks for, each with the words that say so. */
async function plainLinks(text: string) {
  const raw = Buffer.from(`Content-Type: text/plain; charset=utf-8\r\n\r\n${text.replaceAll("\n", "\r\n")}`);
  return (await render(raw, imageLinks("key", "source"))).action_links.map((link) => [link.action, link.text]);
}

it.each([
  "Please confirm your email with the code 482913.\n\nThanks,\nAcme\nhttps://acme.example",
  "Please confirm your email with the code 482913.\n\nhttps://acme.example",
  "Acme never asks you to confirm your password by mail.\n\nVisit us: https://acme.example",
  "Acme never asks you to confirm your password: https://acme.example/safety",
  "Bitte bestätigen Sie Ihre Adresse mit dem Code 482913.\n\nIhr Team\nhttps://acme.example/impressum",
  "Verify your address with this code:\n\n482913\n\nAcme Inc.\n\nhttps://acme.example",
  "مرحباً،\n\nرمز التحقق الخاص بك هو 482913\nhttps://acme.example/",
])("finds no action in a general link: %s", async (text) => expect(await plainLinks(text)).toEqual([]));

it("takes the words nearest to a link in a plain text, and splits no word", async () => {
  const link = `https://blog.example/login?key=${token}`;
  expect(
    await plainLinks(
      `Somebody asked for a password reset for this account:\n\nSite: ${"Blog ".repeat(40)}\n\nTo reset your password, visit this address:\n\n${link}`,
    ),
  ).toEqual([["reset", "To reset your password, visit this address:"]]);
  expect(await plainLinks(`Log in as ada.\n\nTo set your password, visit:\n\n${link}`)).toEqual([
    ["reset", "To set your password, visit:"],
  ]);
  expect(await plainLinks(`Please confirm your address.\n\nIt takes a minute.\n\nHere:\n${link}`)).toEqual([
    ["confirm", "Please confirm your address."],
  ]);
  const long = "reading on and on ".repeat(30);
  expect(await plainLinks(`Reset your password by ${long} or confirm it here: ${link}`)).toEqual([
    ["confirm", expect.stringMatching(/^(?:reading|on|and) /)],
  ]);
});

it.each([
  [`Hi! Open https://a.example/c/${token} to confirm your address. Bye`, "confirm", "Open … to confirm your address."],
  [`https://a.example/c/${token} をクリックして確認する`, "confirm", "… をクリックして確認する"],
  ["Go to https://a.example/x to reset your password", "reset", "Go to … to reset your password"],
  [`Reset your password: https://a.example/c/${token} or confirm it`, "reset", "Reset your password:"],
  [`You can verify it. Open https://a.example/c/${token} to sign in`, "sign_in", "Open … to sign in"],
])("takes the words behind a link in a plain text with those before it: %s", async (text, action, said) => {
  expect(await plainLinks(text)).toEqual([[action, said]]);
});

it.each([
  "Read https://a.example/news\nto confirm what you think.",
  "Read https://a.example/news. Confirm your seat at the door.",
  "Open https://a.example/news to see why we verify 4821 accounts",
  `Open https://a.example/reset/${token} if you did not request this`,
])("takes no words behind a link that belong to another line or sentence, or ask for nothing: %s", async (text) => {
  expect(await plainLinks(text)).toEqual([]);
});

it("handles many links in a text quickly (threat 16)", () => {
  const befores = ["\n".repeat(20_000), " \n".repeat(10_000), `x. ${"y".repeat(20_000)}`];
  const begin = cpuTime();
  for (let no = 0; no < 3000; no += 1) leadingTo(befores[no % 3] ?? "");
  expect(usualTimeSince(begin)).toBeLessThan(500);
});

it("handles many long addresses quickly (threat 16)", () => {
  const link = { text: "Click here", url: `https://app.example/${"x".repeat(3900)}` };
  const begin = cpuTime();
  expect(findActionLinks(Array.from({ length: 300 }, () => link))).toEqual([]);
  expect(usualTimeSince(begin)).toBeLessThan(500);
});
