import type { Action, ActionLink } from "@mayfly/contracts";

export interface Link {
  url: string;
  /** The link's own text; in plain text what stands before it. */
  text: string;
}

const most = 3;
/** Of a link's text: how much is looked at, and how much of it is shown. Characters. */
const lookedAt = 200;
const textLength = 100;
const urlLength = 4000;

/**
 * Asked for in this order, by what a link says. Whole words: who verified or confirmed something wants nothing done. Chinese,
 * Japanese and Korean write theirs together.
 */
const words: [Action, RegExp][] = [
  [
    "reset",
    said(
      /^\W*reset(?: it)?(?: now| here| link)?\W*$/,
      /reset (?:\S+ ){0,3}(?:password|passcode|passphrase|pin|account|credentials)/,
      /(?:password|passcode|pin) reset|new password\W*$|(?:a|your) new password|change (?:your|my) password/,
      /(?:pass|kenn)wort (?:jetzt |hier )?(?:zurücksetzen|ändern)|neues (?:pass|kenn)wort/,
      /réinitialise[rz](?: (?:le|mon|votre|ton) (?:mot de passe|compte))?|réinitialisation|nouveau mot de passe/,
      /restablec(?:er|e|imiento)|nueva contraseña|reimposta(?:re)?|nuova password|redefinir|nova senha/,
      /wachtwoord (?:herstellen|opnieuw)|nieuw wachtwoord|zresetuj|nowe hasło/,
      /сбросить|сброс пароля|новый пароль|восстановить|восстановление|şifre(?:ni|nizi)? sıfırla(?:yın)?/,
      /パスワード.{0,4}再設定|重置|重設|재설정|إعادة تعيين/,
    ),
  ],
  [
    "verify",
    said(
      /verify|verification(?= link|\W*$)|(?:re-?)?activate|activation(?= link|\W*$)|validate/,
      /überprüfen?|(?:re)?aktivieren?|aktivierungslink|verifizieren?/,
      /vérifi(?:er|ez)|activ(?:er|ez)|valid(?:er|ez)|verifi(?:car?|que)|activar?|validar?/,
      /verificare|attivare?|attiva|ativ(?:ar|e)|verifi(?:eer|ëren)|activ(?:eer|eren)/,
      /zweryfikuj|aktywuj|проверить|проверьте|активировать|активируйте|doğrula(?:yın)?|etkinleştir(?:in)?/,
      /認証する|有効化|検証|验证(?!码)|驗證(?!碼)|激活|인증(?! ?(?:번호|코드))|تحقق|تفعيل/,
    ),
  ],
  [
    "confirm",
    said(
      /confirm(?:ation link)?|bestätigen?|bestätigungslink|confirm(?:er|ez|ar|a|e)|conferma(?:re)?|bevestig(?:en)?/,
      /potwierdź|potwierdzić|подтвердить|подтвердите|onayla(?:yın)?|確認する|确认|確認|확인|تأكيد/,
    ),
  ],
  [
    "sign_in",
    said(
      /(?:sign|log) ?-?in|magic link|anmelden|einloggen|se connecter|connexion|inici(?:ar?|e) sesión|accedi|entrar/,
      /inloggen|zaloguj(?: się)?|войти|вход|giriş yap(?:ın)?|ログイン|サインイン|登录|登入|로그인|تسجيل الدخول/,
    ),
  ],
];

/** Words of scripts that part them with blanks stand by themselves. */
function said(...patterns: RegExp[]): RegExp {
  const parted = String.raw`[\p{sc=Latin}\p{sc=Cyrillic}]`;
  const some = patterns.map(({ source }) => source).join("|");
  return new RegExp(`(?<!${parted})(?:${some})(?!${parted})`, "iu");
}

/** What a sign-up form, a shop or a footer says with the same words. */
const others =
  /unsubscribe|preferences|settings|abbestell|abmelden|désabonn|désinscri|cancelar suscri|\bbaja\b|disiscriv|cancelar inscri|uitschrijv|wypis|отпис|abonelik|配信停止|退订|退訂|수신 ?거부|\borders?\b(?! to )|bestellung|commande|pedido|\bordine\b/iu;
/** What undoes, refuses or explains the same. */
const opposites =
  /deactivat|deaktivier|désactiv|desactiv|desativ|disattiv|deactiveer|dezaktyw|деактив|devre dışı|無効|停用|비활성|إلغاء|invalidat|disabl|cancel|revoke|\b(?:did|was|were)(?: ?n[o']t|nt)\b|\bnot (?:me|you)\b|^\W*how\b|nicht (?:ich|angefordert|beantragt)|n'(?:ai|avez|êtes|était) pas|pas (?:moi|vous)|\bno (?:fui|he|has|solicit)|\bnon (?:sono stat|ho|hai)|não (?:fui|solicit)|niet (?:ik|aangevraagd)/iu;
const paths: [Action, RegExp][] = [
  ["reset", /(?<!p)reset|password|passwort/i],
  ["verify", /verif|activat|validat/i],
  ["confirm", /confirm/i],
  ["sign_in", /magic|(?:sign|log)[-_]?in/i],
];
const otherPaths = /unsubscribe|preferences|deactivat|invalidat|cancel/i;
/** Something that nobody guesses: what makes a link one person's. */
const secret = /(?<![\w-])(?=[\w-]*\d)[\w-]{16,}|eyJ[\w-]{10,}/;

/** The links by which a message wants something done, in the order of the message (docs/codes.md). */
export function findActionLinks(links: Link[]): ActionLink[] {
  const found = new Map<string, ActionLink>();
  for (const link of links) {
    const asked = askedBy(link);
    if (asked && !found.has(link.url)) found.set(link.url, { ...asked, url: link.url });
    if (found.size === most) break;
  }
  return [...found.values()];
}

const sentenceEnd = /(?<=[.!?])\s+|(?<=[。！？])|\n\s*\n/;

/** What a link wants done, and what of its text says so. */
function askedBy({ url, text }: Link): Omit<ActionLink, "url"> | undefined {
  if (!URL.canParse(url) || url.length > urlLength) return undefined;
  const { protocol, pathname, search, hash } = new URL(url);
  if (!/^https?:$/.test(protocol) || otherPaths.test(pathname)) return undefined;
  const personal = secret.test(pathname + search + hash);
  const sentences = text.slice(0, lookedAt).replaceAll("’", "'").split(sentenceEnd);
  const asking = sentences.filter((sentence) => !others.test(sentence) && !opposites.test(sentence));
  for (const [action, pattern] of words) {
    const sentence = asking.find((one) => pattern.test(one));
    // Everybody's "Sign in" is in a footer; one's own has a token.
    if (sentence !== undefined && (action !== "sign_in" || personal)) return { action, text: oneLine(sentence) };
  }
  if (!personal || asking.length < sentences.length) return undefined;
  const action = paths.find(([, pattern]) => pattern.test(pathname))?.[0];
  return action && { action, text: oneLine(text) };
}

const oneLine = (text: string) =>
  text.slice(0, lookedAt).replace(/\s+/g, " ").trim().slice(0, textLength).toWellFormed();
