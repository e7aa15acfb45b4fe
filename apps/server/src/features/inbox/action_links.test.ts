import { expect, it } from "vitest";
import { findActionLinks } from "./action_links.ts";
import { imageLinks } from "./image_link.ts";
import { render } from "./rendering.ts";

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
  ["reset", "https://app.example/reset", `https://app.example/password/reset/${token}`],
])("finds what is to be done: %s, %s", (action, text, url) => expect(actionOf(text, url)).toBe(action));

it.each([
  ["Sign in", "https://app.example/login"],
  ["Unsubscribe", `https://app.example/confirm?t=${token}`],
  ["Confirm your order", "https://app.example/o/1"],
  ["Read more", "https://news.example/2026/11/how-we-verify-things"],
  ["Manage preferences", `https://app.example/preferences/${token}`],
  ["View invoice", `https://app.example/invoice/${token}`],
  ["Verify", "mailto:a@b.example"],
  ["Verify", "javascript:alert(1)"],
  ["Verify", "//app.example/verify"],
  ["Verify", ""],
  ["Verify", `https://app.example/${"x".repeat(5000)}`],
])("leaves alone: %s, %s", (text, url) => expect(actionOf(text, url)).toBeUndefined());

it("finds them in a message, at most three, each once", async () => {
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
