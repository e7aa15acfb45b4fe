// The words by which a one-time code is told from other numbers (docs/codes.md). Each pattern runs on hostile text, so
// none may take more than linear time.

const anyOf = (patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join("|"), "iu");

/** Phrases that introduce a code without a word for it: "Enter 482913 to verify". */
export const entered =
  /(?:\b(?:enter|use|type) \d[\d -]{2,9} to (?:verify|confirm|(?:log|sign)[- ]?in|activate|unlock|continue|finish)|\b(?:enter|use|type) \d[\d -]{2,9} when (?:asked|prompted)(?<!\b(?:call|dial|phone|press)\b[^.!?]{0,100})|(?:geben sie|gib) \d[\d -]{2,9} ein|(?:saisissez|entrez) \d[\d -]{2,9} pour|(?:introduce|ingresa|escribe) \d[\d -]{2,9} para)(?!\p{L})/iu;
/**
 * Phrases that always mean a one-time code, by what such a code is called in them: without that word, none is looked for.
 */
const strong: { noun: RegExp; phrases: RegExp }[] = [
  {
    noun: /code|pass|pin|number|token|otp|wort|tan/i,
    phrases: anyOf([
      /(?:verification|security|confirmation|authentication|authori[sz]ation|log[- ]?in|sign[- ]?in|sign[- ]?up|access|delivery|pick-?up|collection|one[- ]time|single[- ]use|temporary|activation|two[- ]factor|2fa|mfa|recovery|pairing) (?:(?:pass)?(?:code|password|pin)|(?<!confirmation )number|token)/,
      /passcode|(?<![\w/-])otp(?!\w|-\d)|your (?:\S+ )?account code|code to (?:verify|confirm|sign|log|finish|complete|continue)/,
      /\b(?:enter|use|type) (?:this|the|the following|your)?(?: \w+)? ?code|code below|your code(?: is)?:|\b(?:is|are) (?:the|your) code|(?<=\d) is your (?!\S* ?(?:tax|zip|post|area|country|store|company|promo|referral))(?:\S+ ){1,2}code\b|code you (?:asked|requested)/,
      /(?:bestätigungs|sicherheits|verifizierungs|einmal|anmelde|login|zugangs|freischalt|aktivierungs|freigabe|abhol|prüf)-?(?:code|passwort|kennwort|pin)|(?<![\p{L}/-])(?:m|sms-?|push-?)?tan(?!\p{L}|-\d)|(?:folgenden|diesen) code|(?:verwenden?|nutzen?|benutzen?|geben|gib)(?: sie)?(?: den)? code (?=\d)|code zu[rm] (?:bestätig|anmeld|verifizier)/u,
      /code (?:de |d['’]|à )(?:vérification|validation|confirmation|sécurité|accès|authentification|connexion|usage unique|activation|retrait|livraison)|le code suivant|\bce code|(?:utilisez|saisissez|entrez|utilise|saisis|entre) (?:le|votre|ton) code (?=\d)|(?<=\d) est (?:votre|ton) code(?! (?:client|postal))/,
      /(?:verificatie|beveiligings|bevestigings|inlog|toegangs|activatie|afhaal|bezorg)code|eenmalige code|(?:deze|volgende) code|(?:gebruik|voer|vul)(?: de)? code (?=\d)/,
    ]),
  },
  {
    noun: /\d/,
    phrases: anyOf([entered]),
  },
  {
    noun: /código|clave|pin|contraseña|senha|token/i,
    phrases: anyOf([
      /(?:código|clave|pin) (?:de (?:verificación|seguridad|confirmación|acceso|activación|autenticación|un solo uso|recogida|entrega)|dinámica|temporal)|contraseña de un solo uso|este código|siguiente código|(?:us[ae]|utili[cz][ae]|introdu(?:ce|zca)|ingres[ae]|indi(?:ca|que)) (?:el código|la clave) (?=\d)|(?<=\d) es (?:tu|su) código(?! postal)/,
      /código (?:de (?:verificação|segurança|confirmação|acesso|ativação|autenticação|uso único|entrega|retirada)|abaixo)|senha temporária|seu token|token de (?:acesso|segurança|verificação)|digite este código|(?:us[ae]|utilize|digite|insira|inform[ae]) o código (?=\d)/,
    ]),
  },
  {
    noun: /codic|pin/i,
    phrases: anyOf([
      /codice (?:di (?:verifica|sicurezza|conferma|accesso|autenticazione|attivazione|ritiro|consegna)|otp|monouso|temporaneo|seguente)|questo codice|(?:usa|utilizza|inserisci|comunica)(?: al corriere)? il (?:codice|pin) (?=\d)|codice qui sotto/,
    ]),
  },
  {
    noun: /k[oô]d|pin|laluan|hasło|şifre|lozink|geslo|slaptažod/i,
    phrases: anyOf([
      /kod (?:weryfikacyjny|autoryzacyjny|bezpieczeństwa|potwierdzający|jednorazowy|dostępu|logowania|aktywacyjny|odbioru)|(?:poniższy|ten) kod|jednorazowe hasło|(?:użyj kodu|wpisz kod) (?=\d)/,
      /(?:doğrulama|onay|güvenlik|giriş|aktivasyon|tek kullanımlık) (?:kod|şifre)/,
      /(?:verifierings|verifiserings|verifikations|bekräftelse|bekræftelses|bekreftelses|säkerhets|sikkerheds|sikkerhets|engångs|engangs|inloggnings|innloggings|påloggings|adgangs|hämt|hente)kode?|(?:följande|denna) kod|koden (?:nedan|nedenfor)|(?:använd|ange|bruk|brug) koden (?=\d)/,
      /(?:kod|kôd)\p{L}{0,2} za (?:potvrdu|provjeru|proveru|prijavu|pristup|aktivaciju|autorizaciju|verifikaciju|preuzimanje)|(?:sigurnosni|bezbednosni|jednokratni|verifikacij?ski|verifikacioni|potvrdni|kontrolni|aktivacij?ski|pristupni) kod|jednokratn\p{L}{1,2} lozink|(?:sljedeći|sledeći|ovaj) kod|(?:unesite|upišite|iskoristite|koristite) kod (?=\d)/u,
      /kod[aoe] za (?:potrditev|preverjanje|prijavo|dostop|aktivacijo|prevzem)|(?:potrditvena|varnostna|prijavna|enkratna|aktivacijska|dostopna) koda|(?:potrditveno|varnostno|prijavno|enkratno|aktivacijsko|dostopno|to|naslednjo|spodnjo) kodo|enkratno geslo|(?:vnesite|uporabite) kodo (?=\d)/,
      /(?:patvirtinimo|saugos|saugumo|prisijungimo|vienkartin\p{L}{1,3}|aktyvavimo|prieigos|atsiėmimo) kod\p{L}{1,3}|vienkartin\p{L}{1,3} slaptažod|šį kodą|(?:įveskite|naudokite) kodą (?=\d)/u,
      /kod (?:pengesahan|keselamatan|log ?masuk|akses|pengaktifan|verifikasi|pengambilan|penghantaran|berikut|ini)|(?:kata laluan|kod|pin) sekali guna|kod (?:tac|otp)|(?:gunakan|masukkan) kode? (?=\d)/,
    ]),
  },
  {
    noun: /kód|heslo|jelsz/i,
    phrases: anyOf([
      /(?:ověřovací|potvrzovací|bezpečnostní|jednorázový|přihlašovací|autorizační|aktivační) kód|(?:tento|následující) kód|(?:kód|heslo) (?:pro|k) (?:potvrzení|ověření|přihlášení|vyzvednutí)|jednorázové heslo|(?:zadejte|použijte) kód (?=\d)/,
      /(?:overovac|potvrdzovac|bezpečnostn|jednorazov|prihlasovac|autorizačn|aktivačn|prístupov)\p{L}{1,3} (?:kód|heslo)|(?:tento|nasledujúci) kód|kód na (?:overenie|potvrdenie|prihlásenie|vyzdvihnutie|prevzatie)|kód pre (?:overenie|potvrdenie|prihlásenie)|(?:zadajte|použite) kód (?=\d)/u,
      /(?:ellenőrző|megerősítő|hitelesítő|jóváhagyó|visszaigazoló|biztonsági|egyszeri|belépési|bejelentkezési|aktiváló|aktivációs|hozzáférési|átvételi) ?kód|egy(?:szeri|szer használatos) (?:kód|jelsz)|(?:ezt a|alábbi|következő) kódot|(?<=\d) kódot|belépéshez szükséges kód|(?:a|az ön) kód(?:od|ja) (?=\d)/,
    ]),
  },
  {
    noun: /kood|parool/i,
    phrases: anyOf([
      /(?:vahvistus|varmistus|todennus|turva|kertakäyttö|kirjautumis)koodi/,
      /(?:kinnitus|turva|sisselogimis|aktiveerimis|autentimis|ligipääsu|ukse)-?kood|ukse kood|ühekord\p{L}{1,4} (?:kood|parool)|(?:see|seda|järgmine|allolev) kood|(?:sisesta(?:ge)?|kasuta(?:ge)?) koodi? (?=\d)/u,
    ]),
  },
  {
    noun: /cod|contrasenya|kode|mã /i,
    phrases: anyOf([
      /codi (?:de (?:verificació|seguretat|confirmació|autenticació|activació|recollida|lliurament)|d['’](?:accés|inici|autenticació|activació|un sol ús)|temporal)|contrasenya d['’]un sol ús|(?:aquest|següent) codi|(?:utilitza|introdueix|escriu|fes servir) el codi (?=\d)|(?<=\d) és el teu codi/,
      /cod(?:ul)?(?: tău| dvs\.?| dumneavoastră)? de (?:verificare|confirmare|securitate|autentificare|acces)/,
      /mã (?:xác (?:minh|nhận|thực)|bảo mật)|kode (?:verifikasi|konfirmasi|keamanan|masuk|akses)/,
    ]),
  },
  {
    noun: /[\u0370-\u1dff\u3040-\ud7ff]/,
    phrases: anyOf([
      /код\S* (?:подтверждения|проверки|безопасности|доступа|авторизации|активации|для входа|входа|получения|выдачи)|одноразовый (?:код|пароль)|проверочный код|(?:этот|введите|используйте) код|(?<=\d) [—–-] ваш код/,
      /код\p{L}{0,2} за (?:потвърждение|потвърждаване|проверка|вход|достъп|сигурност|активиране|активация|удостоверяване|получаване)|еднократ\p{L}{1,3} (?:код|парола)|(?:защитен|проверочен) код|(?:следни|този) ?(?:ят|я)? код|(?:използвайте|въведете) кода? (?=\d)/u,
      /(?:सत्यापन|सुरक्षा|पुष्टि|पुष्टिकरण|लॉग ?[-–]?इन|प्रमाणीकरण|एक्सेस|सक्रियण|वेरिफिकेशन|डिलीवरी) (?:कोड|पिन)|ओटीपी|वन[- ]?टाइम पासवर्ड|(?:यह|निम्न|निम्नलिखित|नीचे दिया गया) कोड|कोड (?=\d[\d -]{2,9} (?:दर्ज|का))/,
      /(?:[کك]د|رمز) (?:عبور )?(?:ت[أا][یي]+د|تایید|ورود|امنیتی|فعال[\u200c ]?سازی|احراز هویت|یک[\u200c ]?بار[\u200c ]?مصرف|پویا|تحویل|زیر)|[کك]د (?=\d[\d -]{2,9} را)|[کك]د شما/,
      /κωδικ\S+ (?:επαλήθευσης|επιβεβαίωσης|ασφαλείας|μίας χρήσης)/,
      /код\S* (?:підтвердження|перевірки|безпеки|доступу|активації|для входу|входу|отримання)|(?:цей|такий|введіть|використайте) код|одноразовий (?:код|пароль)/,
      /(?:認証|確認|暗証|ワンタイム|セキュリティ|ログイン|検証|本人確認|承認(?!番号))(?:用)?(?:コード|番号|パスワード)|次のコード|以下のコード/,
      /验证码|驗證碼|校验码|校驗碼|动态(?:密)?码|动态密码|安全码|确认码|確認碼|认证码|一次性密[码碼]|登录码|激活码|取件码|取件碼|提货码/,
      /인증 ?(?:번호|코드)|보안 ?코드|확인 ?코드|로그인 ?코드|일회용 ?비밀번호/,
      /קוד ה?(?:אימות|אבטחה|גישה|כניסה|התחברות|הפעלה|אישור|איסוף|הבא)|(?:קוד|סיסמה) חד[- ־]?פעמית?/,
      /رمز (?:التحقق|التأكيد|الدخول|الأمان|التسليم|الاستلام|تسجيل الدخول)|كلمة (?:المرور|مرور|السر) (?:لمرة واحدة|مؤقتة)|كود (?:التحقق|التفعيل)/,
    ]),
  },
];
export const isStrong = (text: string) => strong.some(({ noun, phrases }) => noun.test(text) && phrases.test(text));
/** The same, with the flag to find all of them in a text. */
export const strongIn = (text: string): RegExp[] =>
  strong.filter(({ noun }) => noun.test(text)).map(({ phrases }) => every.get(phrases) as RegExp);
const every = new Map(strong.map(({ phrases }) => [phrases, new RegExp(phrases, "giu")]));

/** The words that introduce a code directly before it: "code:", "code is". */
export const announced =
  /(?:code|pin|otp|koo?d\p{L}{0,4}|kód\p{L}{0,3}|código|codice|codi|код\p{L}{0,2}|пароль|コード|码|碼|코드|[کك]د|رمز|कोड|ओटीपी|קוד(?: שלך)?)\s*(?:[:：]|(?<= )(?:is|ist|lautet|est|es|és|è|é|е|je|yra|on|är|er|ialah|adalah|הוא)[:：]?(?= )|(?<= )[—–-](?= ))\s*$/iu;
export const announcedFor =
  /(?:code|pin|otp|password|pass[- ]?phrase|token) (?:for [^\d!?]{1,60} is:?|(?:to|pour|para|per|om|um|zum?|voor) [^\d!?:]{1,60}:) *$/iu;
/** Captures the words that say which code it is, as in "Event code:". `readers` are those of a code for the reader. */
export const codeOf = /(?<=([^.!?,;:()|]*)\b)code\b\W*(?:is\W*)?$/iu;
export const readers =
  /(?<!\p{L})(?:your|the|this|my|our|enter|use|type|sms|e-?mail|entry|door|guest|ihr|dein|der|den|votre|ton|le|je|jouw|uw|de)(?!\p{L})/iu;
/** Words before a number that make it something other than a one-time code, such as an order number. */
export const named =
  /\b(?:area|article|bar|batch|branch|colou?r|company|cost|country|course|currency|decline|department|dial(?:l)?ing|event|exit|fault|hs|item|location|model|product|project|reason|response|result|return|service|sort|source|staff|status|store|swift|tariff|tax|unit|vendor) ?code|(?:answered|responded|failed|exited|ended|returned|quit) with|\bbuild\b|\b(?:line|port)\s*$|\bissue\b|\b(?:iso|iec|rfc|din|pci)\b|(?:pull|merge) request|\bpipeline|\bjob\b|\b(?:case|gate|seat|user|track|order)|invoice|receipt|reference|\bref\b|parcel|shipment|ticket|customer(?! (?:portal|area|zone))|account|booking|reservation|member|policy|transaction|flight|航班|рейс|항공편|locker|zip|postal|phone|terminal|\bcall|\bfax|error|version|commit|section|amount|bestell|rechnung|kunden(?!konto|portal|bereich)|sendung|vorgang|artikel|buchung|telefon|\btel\b|zimmer|\bhrb\b|commande|facture|(?<!espace )client(?!s? portal)|suivi|réservation|dossier|siret|pedido|factura|(?<!área d[eo] )cliente|seguimiento|reserva|localizador|teléfono|nif\b|ordine|fattura|spedizione|prenotazione|fiscale|\bcap\b|iva\b|encomenda|fatura|rastre|cnpj|cep\b|nota fiscal|factuur|klant(?!enportaal|omgeving|account)|reservering|postcode|kvk|zamówieni|faktur|przesył|\bnip\b|заказ|сч[её]т|клиент|трек|брон|телефон|индекс|инн\b|номер|sipariş|müşteri|注文|請求|伝票|問い合わせ番号|(?:お客様|会員|顧客|取引先|商品|製品|店舗)(?:番号|コード|id)|(?:产品|產品|商品|客户|客戶|会员|會員)代[码碼]|(?:상품|제품|지점|회원) ?코드|会員番号|承認番号|予約|電話|郵便|〒|订单|訂單|发票|發票|快递|客户|预订|电话|電話|邮编|房间|备|주문|송장|전화|الطلب|nummer|numer(?!ical|ous|osarja)|número|numero(?!us|sarja)|číslo|szám(?:a|ú)?(?!\p{L})|\bbroj|številk|numeris|nombor|numara|מספר|رقم|شماره|संख्या|नंबर|番号|单号|單號|编号|編號|号码|號碼|번호|klient|zákazn|ügyfél|клієнт|kupca|stranke|مشتری|العميل|לקוח|pelanggan|ग्राहक|고객|zásilk|zásielk|objednávk|csomag|rendelés|поръчк|пратк|посылк|посилк|замовлен|paket|narudžb|naročil|pošiljk|سفارش|بسته|شحن|חבילה|הזמנ|pesanan|bungkusan|užsakym|siunt|tellimus|\bpakk|comanda|paquet|kargo|包裹|荷物|ऑर्डर|पार्सल|számla|фактур|račun|faktúr|فاکتور|فاتورة|चालान|invois|sąskait|\barve\b|חשבונית|rachun|irányító|poštn|пощенск|pocztow|poskod|\bpsč|پستی|بريدي|البريد|מיקוד|पिन|posta ?kodu|pašto|sihtnumber|індекс|telefón|тел\.|\btlf\b|טלפון|تلفن|هاتف|फोन|(?<=\p{Ll}{3})number|vorgang|zaak|ärende|\bügy|обращен|звернен|заявк|pratica|talep|פנייה|zgłoszen|případ|prípad|zahtjev|zahtevk|užklaus|pöördum|produ[ckt]t|produit|produto|prodotto|producto|артикул|товар|продукт|termék|izdelk|proizvod|toote|prekės|ürün|उत्पाद|محصول|المنتج|produk\b|hata kod|hiba|vonalkód|błęd|chyb|greške|napake|klaidos|veakood|felkod|ralat|errore|d[’']error|грешк|ошибк|помилк|त्रुटि|خطا|\bbank[au]?\b|बैंक|įmonės|registri|kresk|\bbarr|\bbar kod|kod bar|штрих|баркод|črtna|ملی|incidènci|protocolo|šifra|工单|受付|접수|शिकायत|پیگیری|رهگیری|الإحالة|sledov|sledenj|praćenj|проследяв|відстеж|отслеж|seguiment|sekimo|jälgimis|penjejakan|követ|foglal|rezerv|бронюван|رزرو|حجز|बुकिंग|broneering|tempahan|variab|viite|(?:\b(?:no|nr|num)\.|№|n[°º]|\bid(?: is)?[:#]?|\b(?:card|ending)(?: number| in| with)?:?|\b(?:eur|usd|gbp|chf|inr|rm|rs\.?|kr\.?))\s*$/iu;
/** The word directly after a code that takes the place of another. */
export const replaces =
  /^ (?:replaces|ersetzt|remplace|sustituye|substitui|sostituisce|vervangt|zastępuje|заменяет|замінює)(?!\p{L})/iu;
/** The words directly after a candidate that say what it is: " is your login code". */
export const called =
  /^ (?:[—–-]|is|as|ist|als|est|es|és|è|é|е|je|jest|to|är|er|on|yra|ialah|adalah|az?|є|आपका) [^\d.,:;!?]{1,60}/iu;
/** Words of mail about travel, in which a "confirmation code" belongs to a booking. */
export const travel =
  /flight|booking|reservation|itinerary|boarding|passenger|\bhotel\b|check-in|flug|buchung|réservation|\bvol\b|vuelo|reserva\b|volo\b|prenotazione|vlucht|boeking|рейс|брониров|航班|预订|予約|항공|예약|uçuş|járat|foglal|rezerv|резерв|полет|бронюв|پرواز|رزرو|उड़ान|बुकिंग|penerbangan|tempahan|skryd|broneering|טיסה|رحلة|حجز/iu;
export const confirmation =
  /confirm|bestätigung|conferm|bevestig|подтвержд|确认|確認|확인|potvr[dz]|potrd|megerősít|visszaigazol|потвър|підтвер|تأیید|تایید|التأكيد|पुष्टि|אישור|patvirtin|kinnitus|pengesahan|onay|bekräft/iu;
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
  /coupon|voucher|promo|discount|gift|referral|checkout|\d ?% off|gutschein|rabatt|warenkorb|panier|carrito|al pagar|carrello|carrinho|winkelwagen|réduction|cupón|descuento|sconto|cupom|desconto|korting|kupon|скидк|промокод|indirim|クーポン|割引|オフ|优惠|优惠|折扣|立减|쿠폰|할인|خصم|تخفیف|zľav|slev|popust|kedvezmény|отстъп|знижк|diskaun|nuolaid|soodus|descompte|rabat|कूपन|छूट|קופון|הנחה/iu;

/** Words of a sentence about codes in general, unless it contains a number: "Never share your code." */
export const warning =
  /(?<!\p{L})(?:never|(?:not|n['’]t) (?:ask|share|request|required|needed)|niemals|jamais|nunca|nooit|никогда|никому|ніколи|нікому|никога|nikd[ay]|nikada|nikoli|nikomu|nigdy|soha|asla|kimseye|aldrig|aldri|niekada|kunagi|هرگز|कभी)(?!\p{L})/iu;

/** Words directly before and after a number that make it a count: "over 30000 teams", "12000 companies". */
export const countedFrom =
  /(?:\b(?:over|more than|about|around|nearly|almost|up to|über|mehr als|rund|fast|plus de|près de|más de|casi|mais de|quase|oltre|più di|quasi|meer dan|ruim|bijna|ponad|více než|över|mer än|viac ako|több mint|preko|više od|več kot|lebih|daugiau nei|üle|més de)|(?<!\p{L})(?:больше|более|свыше|понад|більше|над|повече от)|بیش از|أكثر من|יותר מ-?) ?$/iu;
export const counted =
  /^ (?:(?:more|new|other|open|happy|active|failed) )?(?:compan|businesses|firm|teams?\b|customers|clients|users|people|members|developers|subscribers|followers|employees|students|shops|stores|countries|products|articles|items|posts|comments|messages|e?mails|lines|files|tests|jobs|commits|issues|bugs|stars|views|visits|clicks|downloads|reviews|orders|accounts|attempts|requests|steps|points|miles|times|words|pages|unternehmen|kunden|händler|firmen|nutzer|mitglieder|entreprises|clients|utilisateurs|empres|clientes|usuarios|usuários|aziende|imprese|clienti|utenti|bedrijven|klanten|gebruikers|företag|kunder|şirket|müşteri|kullanıcı|numaralı|компан|фирм|фірм|клиент|клієнт|cég|ügyf|számú|tvrtk|korisnik|podjet|strank|syarikat|pelanggan|įmon|klient|zákazn|ettevõt|شركة|عميل|شرکت|مشتری|कंपन|ग्राहक|חברות|לקוחות)/iu;
