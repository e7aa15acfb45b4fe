import type { Action, ActionLink } from "@mayfly/contracts";
import { cut } from "../../text/cut.ts";

export interface Link {
  url: string;
  /** The link's own text; in a plain text, the words that introduce the link. */
  text: string;
  /** In a plain text: what stands above those words. */
  above?: string;
  /** In a plain text: what follows the link in its sentence and line. */
  after?: string;
}

const mostLinks = 3;
/** The most characters of a link's text that are searched, and the most that are shown. */
const lookedAt = 300;
const textLength = 100;
const urlLength = 4000;

/**
 * What a link's text says for each action; the first that matches counts. Only whole words match, since "verified" and
 * "confirmed" ask for nothing. In Chinese, Japanese and Korean, words run together.
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

/** Matches any of the patterns, but in scripts that put spaces between words (`parted`) only whole words. */
function said(...patterns: RegExp[]): RegExp {
  const parted = String.raw`[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Hebrew}]`;
  const some = patterns.map(({ source }) => source).join("|");
  return new RegExp(`(?<!${parted})(?:${some})(?!${parted})`, "iu");
}

/** Words about subscriptions, settings and orders, whose links may also say "confirm" and the like. */
const others =
  /unsubscribe|preferences|settings|abbestell|abmelden|désabonn|désinscri|cancelar suscri|\bbaja\b|disiscriv|cancelar inscri|uitschrijv|wypis|отпис|abonelik|配信停止|退订|退訂|수신 ?거부|\borders?\b(?! to )|bestellung|commande|pedido|\bordine\b/iu;
/** Words that undo, deny or explain an action: "deactivate", "I did not request", "how to". */
const opposites =
  /deactivat|deaktivier|désactiv|desactiv|desativ|disattiv|deactiveer|dezaktyw|деактив|devre dışı|無効|停用|비활성|إلغاء|invalidat|disabl|cancel|revoke|\bnever (?:ask|request|need)|\b(?:did|was|were)(?: ?n[o']t|nt)\b|\bnot (?:me|you)\b|^\W*how\b|nicht (?:ich|angefordert|beantragt)|n'(?:ai|avez|êtes|était) pas|pas (?:moi|vous)|\bno (?:fui|he|has|solicit)|\bnon (?:sono stat|ho|hai)|não (?:fui|solicit)|niet (?:ik|aangevraagd)/iu;
/** The query parameters that say what a URL is for. Others say where the reader came from or goes next. */
const purposes = /[?&](?:action|mode|type|flow|purpose)=([\w-]+)/gi;
const paths: [Action, RegExp][] = [
  ["reset", /(?<!p)reset|password|passwort/i],
  ["verify", /verif|activat|validat/i],
  ["confirm", /confirm/i],
  ["sign_in", /magic|(?:sign|log)[-_]?in/i],
];
const otherPaths = /unsubscribe|preferences|deactivat|invalidat|cancel/i;
/** Something that nobody can guess, such as a token: it makes a link personal to the recipient. */
const secret = /(?<![\w-])(?=[\w-]*\d)[\w-]{16,}|eyJ[\w-]{10,}/;

/** The links with which a message asks for an action, in the order of the message (docs/codes.md). */
export function findActionLinks(links: Link[]): ActionLink[] {
  const found = new Map<string, ActionLink>();
  for (const link of links) {
    const asked = askedBy(link);
    if (asked && !found.has(link.url)) found.set(link.url, { ...asked, url: link.url });
    if (found.size === mostLinks) break;
  }
  return [...found.values()];
}

/** What introduces a link in a plain text: the line above if the link stands by itself, or else its own paragraph. */
export function leadingTo(before: string): Pick<Link, "text" | "above"> {
  const end = before.slice(-lookedAt);
  const said = end.trimEnd();
  const isByItself = /\n\s*\n/.test(end.slice(said.length));
  const text = said.split(isByItself ? "\n" : /\n\s*\n/).at(-1) ?? "";
  const above = said.slice(0, said.length - text.length);
  if (before.length <= lookedAt) return { text, above };
  // The first line or sentence of a text that was cut may be incomplete, so it is dropped.
  if (above.trim() !== "") return { text, above: above.replace(cutOff, "") };
  return { text: text.replace(cutOff, ""), above: "" };
}

/** What follows a link in a plain text, as far as its sentence and its line go: "Open <link> to confirm your address." */
export const followingOn = (after: string): string =>
  after.slice(0, lookedAt).split("\n", 1)[0]?.split(sentenceEnd, 1)[0]?.trim() ?? "";

const cutOff = /^(?:.*?(?:[.!?]\s|\n|[。！？])|\S*\s)/s;
const sentenceEnd = /(?<=[.!?])\s+|(?<=[。！？])|\n\s*\n/;

/** The sentences of a text as a reader sees them: without invisible characters, each on one line. */
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

/** The action that a link asks for, and the part of its text that says so. */
function askedBy({ url, text, above = "", after = "" }: Link): Omit<ActionLink, "url"> | undefined {
  if (!URL.canParse(url) || url.length > urlLength) return undefined;
  const { protocol, pathname, search, hash } = new URL(url);
  const way = [pathname, hash, ...Array.from(search.matchAll(purposes), ([, purpose]) => purpose)].join(" ");
  if (!/^https?:$/.test(protocol) || otherPaths.test(way)) return undefined;
  const personal = secret.test(pathname + search + hash);
  const own = sentencesOf(text);
  const around = after === "" ? [] : sentencesOf(`${own.at(-1) ?? ""} … ${after}`);
  /** The nearest to the link first. */
  const near = [...own.slice(-1), ...around, ...own.slice(0, -1).reverse()];
  // A link that is not personal, as to a home page, may follow sentences about a code without having to do with it.
  const asking = personal
    ? [...near, ...sentencesOf(above).reverse()].filter(asks)
    : near.filter((sentence) => asks(sentence) && !saysNumber.test(sentence));
  for (const sentence of asking) {
    // Every footer has a "Sign in" link; one that is meant for the recipient has a token.
    const asked = words.find(([action, pattern]) => (action !== "sign_in" || personal) && pattern.test(sentence));
    if (asked) return { action: asked[0], text: shown(sentence) };
  }
  if (!personal || !near.every(asks)) return undefined;
  const action = paths.find(([, pattern]) => pattern.test(way))?.[0];
  return action && { action, text: shown(own.join(" ")) };
}

const shown = (text: string) => cut(text.trim(), textLength).toWellFormed();
