// The words by which a one-time code is told from other numbers (docs/codes.md). Each pattern runs on hostile text, so
// none may take more than linear time.

/** Every word for a code below contains at least one of these. */
const stems =
  "code pin otp tan token two factor parol passw wachtw kennw kod koodi kód cod cód codic κωδικ mã clave contraseña senha passe şifre hasło код парол コード 番号 パスワード 码 碼 驗證 验证 코드 번호 رمز كود קוד".split(
    " ",
  );
/** Phrases that introduce a code without a word for it: "Enter 482913 to verify". */
const entered =
  /(?:\b(?:enter|use|type) \d[\d -]{2,9} to (?:verify|confirm|(?:log|sign)[- ]?in|activate|unlock|continue|finish)|\b(?:enter|use|type) \d[\d -]{2,9} when (?:asked|prompted)(?<!\b(?:call|dial|phone|press)\b[^.!?]{0,100})|(?:geben sie|gib) \d[\d -]{2,9} ein|(?:saisissez|entrez) \d[\d -]{2,9} pour|(?:introduce|ingresa|escribe) \d[\d -]{2,9} para)(?!\p{L})/iu;
export const speaksOfCodes = (text: string) => stems.some((stem) => text.includes(stem)) || entered.test(text);

/** Words that always mean a one-time code. */
export const strong = new RegExp(
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
export const weak =
  /\b(?:code|pin|kod)\b|two-?(?:step|factor)|código|codice|(?<!\p{L})код(?!\p{L})|コード|验证|驗證|코드|رمز|كود|(?<!\p{L})ה?קוד(?!\p{L})/iu;
/** The words that introduce a code directly before it: "code:", "code is". */
export const announced =
  /(?:code|pin|kod|código|codice|код|コード|码|碼|코드|קוד(?: שלך)?)\s*(?:[:：]|(?<= )(?:is|ist|lautet|est|es|è|é|הוא)[:：]?(?= )|(?<= )[—–-](?= ))\s*$/iu;
export const announcedFor = /(?:code|pin|otp|password|token) for [^\d!?]{1,60} is:? *$/iu;
/** Captures the words that say which code it is, as in "Event code:". `readers` are those of a code for the reader. */
export const codeOf = /([^.!?,;:()|]*)\b(?:code|pin)\b\W*(?:is\W*)?$/iu;
export const readers =
  /(?<!\p{L})(?:your|the|this|my|our|enter|use|type|sms|e-?mail|entry|door|guest|ihr|dein|der|den|votre|ton|le|je|jouw|uw|de)(?!\p{L})/iu;
/** Words before a number that make it something other than a one-time code, such as an order number. */
export const named =
  /\b(?:area|bar|batch|branch|colou?r|company|cost|country|course|currency|decline|department|event|exit|fault|hs|item|location|model|product|project|reason|response|result|return|service|sort|source|staff|status|store|swift|tariff|tax|unit|vendor) ?code|\bbuild\b|pull request|\bpipeline|\bjob\b|order|invoice|receipt|reference|\bref\b|track|parcel|shipment|ticket|case|customer|account|booking|reservation|member|policy|transaction|flight|seat|gate|locker|zip|postal|phone|terminal|\bcall|\bfax|error|version|commit|section|user|amount|bestell|rechnung|kunden|sendung|vorgang|artikel|buchung|telefon|\btel\b|zimmer|\bhrb\b|commande|facture|client|suivi|réservation|dossier|siret|pedido|factura|cliente|seguimiento|reserva|localizador|teléfono|nif\b|ordine|fattura|spedizione|prenotazione|fiscale|\bcap\b|iva\b|encomenda|fatura|rastreamento|cnpj|cep\b|nota fiscal|factuur|klant|reservering|postcode|kvk|zamówieni|faktur|przesył|\bnip\b|заказ|сч[её]т|клиент|трек|брон|телефон|индекс|инн\b|номер|sipariş|müşteri|注文|請求|伝票|問い合わせ番号|お客様番号|会員番号|承認番号|予約|電話|郵便|〒|订单|訂單|发票|發票|快递|客户|预订|电话|電話|邮编|房间|备|주문|송장|전화|الطلب|(?:\b(?:no|nr|num)\.|№|n[°º]|\bid(?: is)?[:#]?|\b(?:card|ending)(?: number| in| with)?:?)\s*$/iu;
/** The words directly after a candidate that say what it is: " is your login code". */
export const called = /^ (?:is|as|ist|als|est|es|è|é|to) [^\d.,:;!?]{1,60}/iu;
/** Words of mail about travel, in which a "confirmation code" belongs to a booking. */
export const travel =
  /flight|booking|reservation|itinerary|boarding|passenger|\bhotel\b|check-in|flug|buchung|réservation|\bvol\b|vuelo|reserva\b|volo\b|prenotazione|vlucht|boeking|рейс|брониров|航班|预订|予約|항공|예약/iu;
export const confirmation = /confirm|bestätigung|conferm|bevestig|подтвержд|确认|確認|확인/iu;
/** Words of an invitation to a meeting, whose passcode admits everybody who has it. */
export const meeting =
  /(?:meeting|webinar|conference)[- ]id\b|one[- ]tap mobile|join by (?:tele)?phone|dial[- ]in\b|\bid de (?:réunion|reunión|la reunión|reunião)|id riunione|(?:ミーティング|会议|會議) ?id/iu;
/** Words that only mail to somebody who signs in contains, so that a code beside them is no meeting's. */
export const once =
  /one[- ]time|single[- ]use|two[- ]factor|verif|vérif|authenti|(?:log|sign)(?:ging|ing)?[- ]?(?:in|up)\b|(?<![\w-])otp(?!\w)|security code/iu;
/** What a card terminal prints: the bank's approval code, and (`receipt`) the amount and the card beside it. */
export const approval =
  /(?<!\b(?:your|the|this|enter|use) )\b(?:auth(?:ori[sz]ation)?\.?|approval) (?:code|no\.?|number)\W*$/i;
export const receipt =
  /\b(?:amount|total|card|visa|master ?card|amex|terminal|merchant)\b(?: (?:id|no\.?|number|type|ending(?: in)?))?[ :#]*(?:\*|x{2,}|[$€£¥]|[A-Z]{3} ?\d|\d|visa|master|amex|[A-Z]{2,})/i;
export const secret = /expires? in|valid for|\bminutes\b|\bnever\b|\bshare\b/i;
/** Words of a postal address, in which a PIN is a postcode, as in India. */
export const postal =
  /(?:shipping|billing|delivery|postal) address|(?:ship|deliver)\S* to\b|\b(?:road|street|nagar|marg|india)\b/iu;
/** Words about vouchers and discounts of shops, whose codes are not one-time codes. */
export const gift =
  /coupon|voucher|promo|discount|gift|referral|checkout|\d ?% off|gutschein|rabatt|warenkorb|panier|carrito|al pagar|carrello|carrinho|winkelwagen|réduction|cupón|descuento|sconto|cupom|desconto|korting|kupon|скидк|промокод|indirim|クーポン|割引|オフ|优惠|优惠|折扣|立减|쿠폰|할인|خصم/iu;

/** The end of a line that introduces the next line. */
export const leadsOn = /(?:[:：]|code)\W*$/iu;

/** Words of a sentence about codes in general, unless it contains a number: "Never share your code." */
export const warning =
  /(?<!\p{L})(?:never|(?:not|n['’]t) (?:ask|share|request|required|needed)|niemals|jamais|nunca|nooit|никогда|никому)(?!\p{L})/iu;
