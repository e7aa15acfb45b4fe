import { isAscii } from "./ascii.ts";

/**
 * Finds the one-time code in a message, by the rules of docs/codes.md. Runs for every incoming message, so most are
 * settled by a quick search for digits and for words that mean a code.
 */
export function findCode(subject: string, text: string): string {
  if (!likely.test(subject) && !likely.test(text)) return "";
  const title = plain(subject);
  const said = plain(text)
    .slice(0, textLength)
    .replace(boxes, (digits) => digits.replace(/\s+/g, " "));
  if (!speaksOfCodes(`${title}\n${said}`.toLowerCase())) return "";
  const below = said.split(/\r\n?|\n/, mostLines).flatMap(pieces);
  const lines = [title, ...below.filter((line) => line.trim() !== "")].map(readLine);
  const tellsOf = { travel: travel.test(`${title}\n${said}`), meeting: meeting.test(`${title}\n${said}`) };
  let best = { code: "", points: needed - 1 };
  let seen = 0;
  for (const [at, line] of lines.entries()) {
    if (!likely.test(line.text)) continue;
    for (const match of line.text.matchAll(candidate)) {
      seen += 1;
      if (seen > mostCandidates) return best.code;
      const points = pointsOf(lines, at, match.index, match[0], tellsOf);
      if (points > best.points) best = { code: written(match[0]), points };
    }
  }
  return best.code;
}

/** A line, and whether it has strong or weak words for a code. They are searched for once, at the first access. */
interface Line {
  text: string;
  readonly strong: boolean;
  readonly weak: boolean;
}

function readLine(given: string): Line {
  // An email address never contains a code for the reader.
  const text = (given.includes("@") ? given.replace(/[^\s@]{1,64}@\S+/g, " ") : given).trim();
  let found: { strong: boolean; weak: boolean } | undefined;
  const look = () => {
    if (found) return found;
    const said = warning.test(text) ? text.split(sentenceEnd).filter(tells).join(" ") : text;
    found = { strong: strong.test(said), weak: weak.test(said) };
    return found;
  };
  return {
    text,
    get strong() {
      return look().strong;
    },
    get weak() {
      return look().weak;
    },
  };
}

/** A code with each digit on a line of its own, as in mail that draws each digit in a box. */
const boxes = /^(?<!^\d\s{1,4})\d(?:\s{1,4}\d){3,7}$(?!\s{1,4}\d$)/gm;

/** Splits a long line, between sentences where possible: words far from a number say nothing about it. */
const pieces = (line: string) => (line.length <= lineLength ? [line] : (line.match(piece) ?? []));
const piece = /\S.{0,298}(?:[.!?](?!\S)|[。！？])|\S.{0,299}(?!\S)|\S{300}/g;
const sentenceEnd = /(?<=[.!?])\s+(?=\p{Lu})|(?<=[。！？])/u;

/** Words of a sentence about codes in general, unless it contains a number: "Never share your code." */
const warning =
  /(?<!\p{L})(?:never|(?:not|n['’]t) (?:ask|share|request|required|needed)|niemals|jamais|nunca|nooit|никогда|никому)(?!\p{L})/iu;
const tells = (sentence: string) => /\d/.test(sentence) || !warning.test(sentence);

/** The most characters of a text that are searched, and the most that count as one line. */
const textLength = 2000;
const lineLength = 300;
const mostLines = 300;
const mostCandidates = 60;
/** How many lines above and below a candidate are searched for signs of a receipt. */
const nearby = 5;
/** The points that a candidate needs to count as a code. */
const needed = 5;

const likely = /[0-9０-９٠-٩۰-۹]|[A-Z]-[A-Z]/;
/** Every word for a code below contains at least one of these. */
const stems =
  "code pin otp tan token two factor parol passw wachtw kennw kod koodi kód cod cód codic κωδικ mã clave contraseña senha passe şifre hasło код парол コード 番号 パスワード 码 碼 驗證 验证 코드 번호 رمز كود קוד".split(
    " ",
  );
/** Phrases that introduce a code without a word for it: "Enter 482913 to verify". */
const entered =
  /(?:\b(?:enter|use|type) \d[\d -]{2,9} to (?:verify|confirm|(?:log|sign)[- ]?in|activate|unlock|continue|finish)|\b(?:enter|use|type) \d[\d -]{2,9} when (?:asked|prompted)(?<!\b(?:call|dial|phone|press)\b[^.!?]{0,100})|(?:geben sie|gib) \d[\d -]{2,9} ein|(?:saisissez|entrez) \d[\d -]{2,9} pour|(?:introduce|ingresa|escribe) \d[\d -]{2,9} para)(?!\p{L})/iu;
const speaksOfCodes = (text: string) => stems.some((stem) => text.includes(stem)) || entered.test(text);

// URLs are removed: they contain no code for the reader, and some are longer than the text that is searched.
function plain(given: string): string {
  const signs = isAscii(given) ? given : inAsciiSigns(given);
  const text = signs.includes("  ") ? signs.replace(/ {2,}/g, " ") : signs;
  return text.includes("//") || text.includes("www.") ? text.replace(/https?:\/\/\S+|www\.\S+/g, " ") : text;
}

/** Turns digits of other scripts, full-width capitals, spaces and dashes into ASCII, and drops invisible characters. */
function inAsciiSigns(given: string): string {
  let text = given.normalize("NFC").replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "");
  if (/[０-９Ａ-Ｚ٠-٩۰-۹]/.test(text)) {
    text = text
      .replace(/[０-９Ａ-Ｚ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
      .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
      .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
  }
  return text.replace(/[\u00a0\u2000-\u200a\u202f]/g, " ").replace(/[\u2010\u2011]|(?<=\d)\u2013(?=\d)/g, "-");
}

// The characters around a code must not make it part of a longer word, number, amount, date, time or telephone number.
const before = /(?<![\dA-Za-zÀ-ɏЀ-ӿ$€£¥₽+_/=&#]|\d[.,:/ -]|[$€£¥₽] |-)/;
const after =
  /(?![\dA-Za-zÀ-ɏЀ-ӿ_/=]|[.,:/-]\d|-[A-Za-z]| \d|[ ]?(?:%|€|\$|£|¥|₽|元|円|zł|kr\b|EUR|USD|TL\b|KB|MB)|[ ](?:min(?:ut|s?\b)|hour|second|stunden|sekunden|heure|hora|ore\b|uur|час|dakika|saat|分|小时|時間|분|시간))/;
const shapes = [
  /[A-Z]{1,3}-\d{4,8}/, // G-123456
  /\d{3}[ -]\d{3}/, // 123 456
  /\d{4}[ -]\d{4}/,
  /\d(?: \d){3,7}/, // 1 2 3 4 5 6
  /\d{4,8}/,
  /(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{5,10}/, // 7KQ29A
  /(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,10}/, // 7kq29adx
  /[A-Z\d]{4}-[A-Z\d]{4}/, // WDJB-MJHT
  /(?=[\d-]*[A-Z])[A-Z\d]{3}-[A-Z\d]{3}/, // XK3-9QT
];
const candidate = new RegExp(
  `${before.source}(?:${shapes.map(({ source }) => source).join("|")})${after.source}`,
  "gu",
);

/** A code of digits is entered without the spaces and hyphens between them. */
const written = (found: string) => (/^[\d -]+$/.test(found) ? found.replace(/[ -]/g, "") : found);

/** Words that always mean a one-time code. */
const strong = new RegExp(
  [
    /(?:verification|security|confirmation|authentication|authori[sz]ation|log[- ]?in|sign[- ]?in|sign[- ]?up|access|one[- ]time|single[- ]use|temporary|activation|two[- ]factor|2fa|mfa|recovery|pairing) (?:(?:pass)?(?:code|password|pin)|(?<!confirmation )number|token)/,
    entered,
    /passcode|(?<![\w/-])otp(?!\w|-\d)|your (?:\S+ )?account code|code to (?:verify|confirm|sign|log|finish|complete|continue)/,
    /\b(?:enter|use|type) (?:this|the|the following|your)?(?: \w+)? ?code|code below|your code(?: is)?:|\b(?:is|are) (?:the|your) code|(?<=\d) is your (?!\S* ?(?:tax|zip|post|area|country|store|company|promo|referral))(?:\S+ ){1,2}code\b|code you (?:asked|requested)/,
    /(?:bestätigungs|sicherheits|verifizierungs|einmal|anmelde|login|zugangs|freischalt|aktivierungs|freigabe|prüf)-?(?:code|passwort|kennwort|pin)|(?<![\p{L}/-])(?:m|sms-?|push-?)?tan(?!\p{L}|-\d)|(?:folgenden|diesen) code|(?:verwenden?|nutzen?|benutzen?|geben|gib)(?: sie)?(?: den)? code (?=\d)|code zu[rm] (?:bestätig|anmeld|verifizier)/u,
    /code (?:de |d['’]|à )(?:vérification|validation|confirmation|sécurité|accès|authentification|connexion|usage unique|activation)|le code suivant|\bce code|(?:utilisez|saisissez|entrez|utilise|saisis|entre) (?:le|votre|ton) code (?=\d)|(?<=\d) est (?:votre|ton) code(?! (?:client|postal))/,
    /(?:código|clave|pin) (?:de (?:verificación|seguridad|confirmación|acceso|activación|autenticación|un solo uso)|dinámica|temporal)|contraseña de un solo uso|este código|siguiente código|(?:us[ae]|utili[cz][ae]|introdu(?:ce|zca)|ingres[ae]) el código (?=\d)|(?<=\d) es (?:tu|su) código(?! postal)/,
    /codice (?:di (?:verifica|sicurezza|conferma|accesso|autenticazione|attivazione)|otp|monouso|temporaneo|seguente)|questo codice|(?:usa|utilizza|inserisci) il codice (?=\d)/,
    /código (?:de (?:verificação|segurança|confirmação|acesso|ativação|autenticação|uso único)|abaixo)|senha temporária|seu token|token de (?:acesso|segurança|verificação)|digite este código|(?:us[ae]|utilize|digite|insira) o código (?=\d)/,
    /(?:verificatie|beveiligings|bevestigings|inlog|toegangs|activatie)code|eenmalige code|(?:deze|volgende) code|(?:gebruik|voer|vul)(?: de)? code (?=\d)/,
    /kod (?:weryfikacyjny|autoryzacyjny|bezpieczeństwa|potwierdzający|jednorazowy|dostępu|logowania|aktywacyjny)|jednorazowe hasło|(?:użyj kodu|wpisz kod) (?=\d)/,
    /код\S* (?:подтверждения|проверки|безопасности|доступа|авторизации|активации|для входа|входа)|одноразовый (?:код|пароль)|проверочный код|(?:этот|введите|используйте) код|(?<=\d) [—–-] ваш код/,
    /(?:doğrulama|onay|güvenlik|giriş|aktivasyon|tek kullanımlık) (?:kod|şifre)/,
    /(?:verifierings|verifiserings|verifikations|bekräftelse|bekræftelses|bekreftelses|säkerhets|sikkerheds|sikkerhets|engångs|engangs|inloggnings|innloggings|påloggings|adgangs)kode?/,
    /(?:vahvistus|varmistus|todennus|turva|kertakäyttö|kirjautumis)koodi|(?:ověřovací|potvrzovací|bezpečnostní|jednorázový|přihlašovací) kód|(?:ellenőrző|megerősítő|hitelesítő|biztonsági|egyszeri) ?kód/,
    /cod(?:ul)?(?: tău| dvs\.?| dumneavoastră)? de (?:verificare|confirmare|securitate|autentificare|acces)|κωδικ\S+ (?:επαλήθευσης|επιβεβαίωσης|ασφαλείας|μίας χρήσης)/,
    /mã (?:xác (?:minh|nhận|thực)|bảo mật)|kode (?:verifikasi|konfirmasi|keamanan|masuk|akses)|код\S* (?:підтвердження|перевірки|безпеки|доступу|активації)|одноразовий (?:код|пароль)/,
    /(?:認証|確認|ワンタイム|セキュリティ|ログイン|検証|本人確認|承認(?!番号))(?:用)?(?:コード|番号|パスワード)|次のコード|以下のコード/,
    /验证码|驗證碼|校验码|校驗碼|动态(?:密)?码|动态密码|安全码|确认码|確認碼|认证码|一次性密[码碼]|登录码|激活码/,
    /인증 ?(?:번호|코드)|보안 ?코드|확인 ?코드|일회용 ?비밀번호/,
    /קוד ה?(?:אימות|אבטחה|גישה|כניסה|התחברות|הפעלה|אישור)|(?:קוד|סיסמה) חד[- ־]?פעמית?/,
    /رمز (?:التحقق|التأكيد|الدخول|الأمان)|كود (?:التحقق|التفعيل)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "iu",
);
/** Words that may mean a one-time code, but often mean something else. */
const weak =
  /\b(?:code|pin|kod)\b|two-?(?:step|factor)|código|codice|(?<!\p{L})код(?!\p{L})|コード|验证|驗證|코드|رمز|كود|(?<!\p{L})ה?קוד(?!\p{L})/iu;
/** The words that introduce a code directly before it: "code:", "code is". */
const announced =
  /(?:code|pin|kod|código|codice|код|コード|码|碼|코드|קוד(?: שלך)?)\s*(?:[:：]|(?<= )(?:is|ist|lautet|est|es|è|é|הוא)[:：]?(?= )|(?<= )[—–-](?= ))\s*$/iu;
const announcedFor = /(?:code|pin|otp|password|token) for [^\d!?]{1,60} is:? *$/iu;
/** Captures the words that say which code it is, as in "Event code:". `readers` are those of a code for the reader. */
const codeOf = /([^.!?,;:()|]*)\b(?:code|pin)\b\W*(?:is\W*)?$/iu;
const readers =
  /(?<!\p{L})(?:your|the|this|my|our|enter|use|type|sms|e-?mail|entry|door|guest|ihr|dein|der|den|votre|ton|le|je|jouw|uw|de)(?!\p{L})/iu;
/** Words before a number that make it something other than a one-time code, such as an order number. */
const named =
  /\b(?:area|bar|batch|branch|colou?r|company|cost|country|course|currency|decline|department|event|exit|fault|hs|item|location|model|product|project|reason|response|result|return|service|sort|source|staff|status|store|swift|tariff|tax|unit|vendor) ?code|\bbuild\b|pull request|\bpipeline|\bjob\b|order|invoice|receipt|reference|\bref\b|track|parcel|shipment|ticket|case|customer|account|booking|reservation|member|policy|transaction|flight|seat|gate|locker|zip|postal|phone|terminal|\bcall|\bfax|error|version|commit|section|user|amount|bestell|rechnung|kunden|sendung|vorgang|artikel|buchung|telefon|\btel\b|zimmer|\bhrb\b|commande|facture|client|suivi|réservation|dossier|siret|pedido|factura|cliente|seguimiento|reserva|localizador|teléfono|nif\b|ordine|fattura|spedizione|prenotazione|fiscale|\bcap\b|iva\b|encomenda|fatura|rastreamento|cnpj|cep\b|nota fiscal|factuur|klant|reservering|postcode|kvk|zamówieni|faktur|przesył|\bnip\b|заказ|сч[её]т|клиент|трек|брон|телефон|индекс|инн\b|номер|sipariş|müşteri|注文|請求|伝票|問い合わせ番号|お客様番号|会員番号|承認番号|予約|電話|郵便|〒|订单|訂單|发票|發票|快递|客户|预订|电话|電話|邮编|房间|备|주문|송장|전화|الطلب|(?:\b(?:no|nr|num)\.|№|n[°º]|\bid(?: is)?[:#]?|\b(?:card|ending)(?: number| in| with)?:?)\s*$/iu;
/** A number that takes the name before it, so that the next number has none; not a year or a part of a date. */
const numbered = /(?<![\d.,/:-])(?!(?:19|20)\d\d(?!\d))\d{3,}(?![\d.,/:-])/;
/** The words directly after a candidate that say what it is: " is your login code". */
const called = /^ (?:is|as|ist|als|est|es|è|é|to) [^\d.,:;!?]{1,60}/iu;
/** Words of mail about travel, in which a "confirmation code" belongs to a booking. */
const travel =
  /flight|booking|reservation|itinerary|boarding|passenger|\bhotel\b|check-in|flug|buchung|réservation|\bvol\b|vuelo|reserva\b|volo\b|prenotazione|vlucht|boeking|рейс|брониров|航班|预订|予約|항공|예약/iu;
const confirmation = /confirm|bestätigung|conferm|bevestig|подтвержд|确认|確認|확인/iu;
/** Words of an invitation to a meeting, whose passcode admits everybody who has it. */
const meeting =
  /(?:meeting|webinar|conference)[- ]id\b|one[- ]tap mobile|join by (?:tele)?phone|dial[- ]in\b|\bid de (?:réunion|reunión|la reunión|reunião)|id riunione|(?:ミーティング|会议|會議) ?id/iu;
/** Words that only mail to somebody who signs in contains, so that a code beside them is no meeting's. */
const once =
  /one[- ]time|single[- ]use|two[- ]factor|verif|vérif|authenti|(?:log|sign)(?:ging|ing)?[- ]?(?:in|up)\b|(?<![\w-])otp(?!\w)|security code/iu;
/** What a card terminal prints: the bank's approval code, and (`receipt`) the amount and the card beside it. */
const approval =
  /(?<!\b(?:your|the|this|enter|use) )\b(?:auth(?:ori[sz]ation)?\.?|approval) (?:code|no\.?|number)\W*$/i;
const receipt =
  /\b(?:amount|total|card|visa|master ?card|amex|terminal|merchant)\b(?: (?:id|no\.?|number|type|ending(?: in)?))?[ :#]*(?:\*|x{2,}|[$€£¥]|[A-Z]{3} ?\d|\d|visa|master|amex|[A-Z]{2,})/i;
const secret = /expires? in|valid for|\bminutes\b|\bnever\b|\bshare\b/i;
/** Words of a postal address, in which a PIN is a postcode, as in India. */
const postal =
  /(?:shipping|billing|delivery|postal) address|(?:ship|deliver)\S* to\b|\b(?:road|street|nagar|marg|india)\b/iu;
/** Words about vouchers and discounts of shops, whose codes are not one-time codes. */
const gift =
  /coupon|voucher|promo|discount|gift|referral|checkout|\d ?% off|gutschein|rabatt|warenkorb|panier|carrito|al pagar|carrello|carrinho|winkelwagen|réduction|cupón|descuento|sconto|cupom|desconto|korting|kupon|скидк|промокод|indirim|クーポン|割引|オフ|优惠|优惠|折扣|立减|쿠폰|할인|خصم/iu;

/** The end of a line that introduces the next line. */
const leadsOn = /(?:[:：]|code)\W*$/iu;

const nothing: Line = { text: "", strong: false, weak: false };

/** Whether a message is about a subject that has codes of another kind. */
interface Told {
  travel: boolean;
  meeting: boolean;
}

/** The points of the candidate `found`, which stands in line `at` from `start` on (docs/codes.md). */
function pointsOf(lines: Line[], at: number, start: number, found: string, tellsOf: Told): number {
  const { text: line, ...own } = lines[at] ?? nothing;
  const [left, right] = [line.slice(0, start), line.slice(start + found.length)];
  const alone = /^[\s.:"'«»„“”「」()*-]*$/.test(left + right);
  const [above, higher, below] = [lines[at - 1] ?? nothing, lines[at - 2] ?? nothing, lines[at + 1] ?? nothing];
  const subject = at === 0 ? nothing : (lines[0] ?? nothing);
  let points = 0;
  if (own.strong) points += 5;
  else if (own.weak) points += 3;
  else if (above.strong || higher.strong) points += alone ? 4 : 2;
  else if (above.weak || higher.weak || below.strong) points += alone ? 3 : 1;
  if (points === 0) return 0;
  const sentence = (left.split(sentenceEnd).at(-1) ?? "") + found + right.split(sentenceEnd)[0];
  if ((own.strong || own.weak) && !(own.strong ? strong : weak).test(sentence)) points -= 1;
  if (subject.strong) points += 2;
  const isFor = announcedFor.test(left);
  const isAnnounced = isFor || announced.test(left);
  if (isAnnounced) points += isFor || isReaders(left) ? 2 : 1;
  if (alone) points += 2;
  if (/^\d{3}[ -]?\d{3}$|^\d(?: \d){5}$/.test(found)) points += 1;
  if (/^(?:19|20)\d\d(?:-(?:19|20)\d\d)?$/.test(found) && !/[:：]\s*$/.test(left) && !alone) points -= 4;
  // The last word before the number that names it decides, unless "code for ... is" or what follows calls it a code.
  const word = left.slice(-40).split(numbered).at(-1) ?? "";
  const isCode = (isFor && strong.test(sentence)) || isCalled(right);
  if (!isCode && named.test(word) && endOf(everyNamed, word) > endOf(everyStrong, word)) points -= 6;
  if (
    tellsOf.travel &&
    /[A-Z]/.test(found) &&
    !found.includes("-") &&
    confirmation.test(line + above.text + higher.text)
  )
    points -= 8;
  const around = lines
    .slice(Math.max(0, at - nearby), at + nearby + 1)
    .map(({ text }) => text)
    .join("\n");
  if (tellsOf.meeting && !once.test([subject.text, higher.text, above.text, line].join("\n"))) points -= 8;
  const label = left.trim() === "" ? above.text : left;
  if (approval.test(label) && receipt.test(around) && !secret.test(around)) points -= 6;
  const isIndian = /^[1-9]\d\d ?\d{3}$/.test(found) && /(?<!your )\bpin(?: ?code)?\W*$/i.test(left);
  if (isIndian && postal.test(`${above.text}\n${line}\n${below.text}`)) points -= 6;
  // Two groups of three capitals are often the name of something else.
  const isSaid = isAnnounced || isCalled(right);
  if (/^[A-Z]{3}-[A-Z]{3}$/.test(found) && !alone && !isSaid) points -= 4;
  // Lower-case letters with digits are often names of users, devices or versions, even on a line of their own.
  const isBelow = alone && above.strong && leadsOn.test(above.text);
  if (/[a-z]/.test(found) && !isSaid && !isBelow) points -= 8;
  if (gift.test(line) || gift.test(subject.text)) points -= 8;
  return points;
}

function isReaders(left: string): boolean {
  const whose = codeOf.exec(left.slice(-60))?.[1]?.trim() ?? "";
  return whose === "" || readers.test(whose);
}

function isCalled(right: string): boolean {
  const name = called.exec(right)?.[0] ?? "";
  return strong.test(name) || weak.test(name);
}

const everyNamed = new RegExp(named, "giu");
const everyStrong = new RegExp(strong, "giu");

/** Where the last match of the pattern ends; -1 when there is none. */
function endOf(pattern: RegExp, text: string): number {
  let end = -1;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}
