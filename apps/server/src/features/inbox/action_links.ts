import type { Action, ActionLink } from "@mayfly/contracts";
import { cut } from "../../cut.ts";

export interface Link {
  url: string;
  /** The link's own text; in plain text what leads to it. */
  text: string;
  /** In plain text: what stands over that. */
  above?: string;
}

const most = 3;
/** Of a link's text: how much is looked at, and how much of it is shown. Characters. */
const lookedAt = 300;
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
      /(?:password|passcode|pin) reset|new password\W*$|(?:a|your) new password|(?:set|create|choose)(?: up)?(?: (?:a|your|my|the))? password|change (?:your|my) password/,
      /(?:pass|kenn)wort (?:jetzt |hier )?(?:zurücksetzen|ändern|festlegen)|neues (?:pass|kenn)wort/,
      /réinitialise[rz](?: (?:le|mon|votre|ton) (?:mot de passe|compte))?|réinitialisation|nouveau mot de passe/,
      /restablec(?:er|e|imiento)|nueva contraseña|reimposta(?:re)?|nuova password|redefinir|nova senha/,
      /wachtwoord (?:herstellen|opnieuw)|nieuw wachtwoord|zresetuj|nowe hasło/,
      /сбросить|сброс пароля|новый пароль|восстановить|восстановление|şifre(?:ni|nizi)? sıfırla(?:yın)?/,
      /パスワード.{0,4}再設定|重置|重設|재설정|إعادة تعيين|ל?(?:איפוס|אפס(?:ו|י)?)(?: ה?סיסמ[הא])?|סיסמה חדשה/,
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
      /認証する|有効化|検証(?!用|コード|番号)|验证(?!码)|驗證(?!碼)|激活(?!码)|인증(?! ?(?:번호|코드))/,
      /(?<!(?:رمز|كود) (?:ال)?)(?:تحقق|تفعيل)|(?<!קוד |קוד ה)[לה]?אימות|ל?אמת[וי]?|ל?הפעלת ה?חשבון/,
    ),
  ],
  [
    "confirm",
    said(
      /confirm(?:ation link)?|bestätigen?|bestätigungslink|confirm(?:er|ez|ar|a|e)|conferma(?:re)?|bevestig(?:en)?/,
      /potwierdź|potwierdzić|подтвердить|подтвердите|onayla(?:yın)?|確認する|确认(?!码)|確認(?!碼|用|コード|番号)|확인(?! ?(?:번호|코드))/,
      /(?<!(?:رمز|كود) (?:ال)?)تأكيد|ל?אשר[וי]?|אישור ה?(?:כתובת|דוא|מייל|חשבון|הרשמה)/,
    ),
  ],
  [
    "sign_in",
    said(
      /(?:sign|log) ?-?in|magic link|anmelden|einloggen|se connecter|connexion|inici(?:ar?|e) sesión|accedi|entrar/,
      /inloggen|zaloguj(?: się)?|войти|вход|giriş yap(?:ın)?|ログイン|サインイン|登录|登入|로그인|تسجيل الدخول|ל?התחבר(?:ות|ו|י)?|כניסה/,
    ),
  ],
];

/** Words of scripts that part them with blanks stand by themselves. */
function said(...patterns: RegExp[]): RegExp {
  const parted = String.raw`[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Hebrew}]`;
  const some = patterns.map(({ source }) => source).join("|");
  return new RegExp(`(?<!${parted})(?:${some})(?!${parted})`, "iu");
}

/** What a sign-up form, a shop or a footer says with the same words. */
const others =
  /unsubscribe|preferences|settings|abbestell|abmelden|désabonn|désinscri|cancelar suscri|\bbaja\b|disiscriv|cancelar inscri|uitschrijv|wypis|отпис|abonelik|配信停止|退订|退訂|수신 ?거부|\borders?\b(?! to )|bestellung|commande|pedido|\bordine\b/iu;
/** What undoes, refuses or explains the same. */
const opposites =
  /deactivat|deaktivier|désactiv|desactiv|desativ|disattiv|deactiveer|dezaktyw|деактив|devre dışı|無効|停用|비활성|إلغاء|invalidat|disabl|cancel|revoke|\bnever (?:ask|request|need)|\b(?:did|was|were)(?: ?n[o']t|nt)\b|\bnot (?:me|you)\b|^\W*how\b|nicht (?:ich|angefordert|beantragt)|n'(?:ai|avez|êtes|était) pas|pas (?:moi|vous)|\bno (?:fui|he|has|solicit)|\bnon (?:sono stat|ho|hai)|não (?:fui|solicit)|niet (?:ik|aangevraagd)/iu;
/** The parameters of an address that say what it is for. Others say where somebody came from, or goes to next. */
const purposes = /[?&](?:action|mode|type|flow|purpose)=([\w-]+)/gi;
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

/** A link that stands by itself in a plain text is what the line above speaks of; otherwise what its paragraph does. */
export function leadingTo(before: string): Pick<Link, "text" | "above"> {
  const end = before.slice(-lookedAt);
  const said = end.trimEnd();
  const isByItself = /\n\s*\n/.test(end.slice(said.length));
  const text = said.split(isByItself ? "\n" : /\n\s*\n/).at(-1) ?? "";
  const above = said.slice(0, said.length - text.length);
  if (before.length <= lookedAt) return { text, above };
  // What is cut loses its first line or sentence, which may be half of one.
  if (above.trim() !== "") return { text, above: above.replace(cutOff, "") };
  return { text: text.replace(cutOff, ""), above: "" };
}

const cutOff = /^(?:.*?(?:[.!?]\s|\n|[。！？])|\S*\s)/s;
const sentenceEnd = /(?<=[.!?])\s+|(?<=[。！？])|\n\s*\n/;

/** As it is read: without what shows nothing, and on one line. */
const sentencesOf = (text: string) =>
  text
    .slice(0, lookedAt)
    .normalize("NFC")
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
    .replaceAll("’", "'")
    .split(sentenceEnd)
    .map((sentence) => sentence.replace(/\s+/g, " "));

const asks = (sentence: string) => !others.test(sentence) && !opposites.test(sentence);
const saysNumber = /(?<![\w/=-])\d{4,8}(?!\w)/;

/** What a link wants done, and what of its text says so. */
function askedBy({ url, text, above = "" }: Link): Omit<ActionLink, "url"> | undefined {
  if (!URL.canParse(url) || url.length > urlLength) return undefined;
  const { protocol, pathname, search, hash } = new URL(url);
  const way = [pathname, hash, ...Array.from(search.matchAll(purposes), ([, purpose]) => purpose)].join(" ");
  if (!/^https?:$/.test(protocol) || otherPaths.test(way)) return undefined;
  const personal = secret.test(pathname + search + hash);
  const own = sentencesOf(text);
  // Everybody's link, as one to a home page, follows words about a code as well.
  const asking = personal
    ? [...sentencesOf(above), ...own].filter(asks)
    : own.filter((sentence) => asks(sentence) && !saysNumber.test(sentence));
  for (const sentence of asking.reverse()) {
    // Everybody's "Sign in" is in a footer; one's own has a token.
    const asked = words.find(([action, pattern]) => (action !== "sign_in" || personal) && pattern.test(sentence));
    if (asked) return { action: asked[0], text: shown(sentence) };
  }
  if (!personal || !own.every(asks)) return undefined;
  const action = paths.find(([, pattern]) => pattern.test(way))?.[0];
  return action && { action, text: shown(own.join(" ")) };
}

const shown = (text: string) => cut(text.trim(), textLength).toWellFormed();
