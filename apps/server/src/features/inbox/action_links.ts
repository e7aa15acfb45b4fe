import type { Action, ActionLink } from "@mayfly/contracts";

export interface Link {
  url: string;
  /** The link's own text; in plain text what stands before it. */
  text: string;
}

const most = 3;
const textLength = 100;
const urlLength = 4000;

/** Asked for in this order, by the words of a link's text. */
const words: [Action, RegExp][] = [
  [
    "reset",
    /reset|(?:new|change your) password|passwort (?:zurücksetzen|ändern)|neues passwort|réinitialis|nouveau mot de passe|restablec|nueva contraseña|reimposta|nuova password|redefinir|nova senha|wachtwoord (?:herstellen|opnieuw)|nieuw wachtwoord|zresetuj|nowe hasło|сброс|новый пароль|восстанов|şifre(?:ni|nizi)? sıfırla|パスワード.{0,4}再設定|重置|重設|재설정|إعادة تعيين/iu,
  ],
  [
    "verify",
    /verif|activate|validate|überprüf|aktivier|valider|vérifi|activer|activar|attiva|ativar|verifi[eë]r|activeer|zweryfikuj|aktywuj|провер|активир|doğrula|etkinleştir|認証する|有効化|検証|验证|驗證|激活|인증|تحقق|تفعيل/iu,
  ],
  ["confirm", /confirm|bestätig|confirme|conferma|bevestig|potwierd|подтверд|onayla|確認する|确认|確認|확인|تأكيد/iu],
  [
    "sign_in",
    /(?:sign|log) ?-?in\b|magic link|anmelden|einloggen|se connecter|connexion|iniciar sesión|inicia sesión|accedi|entrar|inloggen|zaloguj|войти|вход|giriş yap|ログイン|サインイン|登录|登入|로그인|تسجيل الدخول/iu,
  ],
];
/** What a sign-up form, a shop or a footer says with the same words. */
const others =
  /unsubscribe|preferences|settings|abbestell|abmelden|désabonn|désinscri|cancelar suscri|baja\b|disiscriv|cancelar inscri|uitschrijv|wypis|отпис|abonelik|配信停止|退订|退訂|수신 ?거부|order|bestellung|commande|pedido|ordine/iu;
const paths: [Action, RegExp][] = [
  ["reset", /reset|password|passwort/i],
  ["verify", /verif|activat|validat/i],
  ["confirm", /confirm/i],
  ["sign_in", /magic|(?:sign|log)[-_]?in/i],
];
/** Something that nobody guesses: what makes a link one person's. */
const secret = /(?=[\w-]*\d)[\w-]{16,}|eyJ[\w-]{10,}/;

/** The links by which a message wants something done, in the order of the message (docs/codes.md). */
export function findActionLinks(links: Link[]): ActionLink[] {
  const found = new Map<string, ActionLink>();
  for (const link of links) {
    const action = actionOf(link);
    const text = link.text.replace(/\s+/g, " ").trim().slice(0, textLength).toWellFormed();
    if (action && !found.has(link.url)) found.set(link.url, { action, text, url: link.url });
    if (found.size === most) break;
  }
  return [...found.values()];
}

function actionOf({ url, text }: Link): Action | undefined {
  if (!URL.canParse(url) || url.length > urlLength) return undefined;
  const { protocol, pathname, search, hash } = new URL(url);
  if (!/^https?:$/.test(protocol) || others.test(text) || /unsubscribe|preferences/i.test(pathname)) return undefined;
  const rest = pathname + search + hash;
  const personal = secret.test(rest);
  const said = words.find(([, pattern]) => pattern.test(text))?.[0];
  // Everybody's "Sign in" is in a footer; one's own has a token.
  if (said && (said !== "sign_in" || personal)) return said;
  return personal ? paths.find(([, pattern]) => pattern.test(pathname))?.[0] : undefined;
}
