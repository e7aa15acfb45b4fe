import { isAscii } from "../../text/ascii.ts";

// The kinds of words around a one-time code, in the languages that mail is written in: what it is called, what one does
// with it, how long it lasts, and what for (docs/codes.md). Each is a closed class of a few stems a language. The patterns
// run on hostile text, so none may take more than linear time.

interface Lists {
  /** Whole words, and beginnings of words. They may be patterns; `L` is a letter. */
  words?: string;
  beginnings?: string;
  /** What may be anywhere, as in scripts that write no blanks between words. */
  anywhere?: string;
}

/** Words of one kind. In a text, only those that its letters can spell have to be looked for. */
export class Words {
  readonly all: RegExp;
  private readonly of: Record<Script, RegExp>;

  constructor(lists: Lists) {
    const wordsOf = (isIn: (word: string) => boolean, isMixed: boolean) =>
      pattern(
        lists,
        (word) => (isIn(word) ? word.replaceAll("L", String.raw`\p{L}`) : ""),
        String.raw`[\p{L}\p{M}]`,
        "iu",
        isMixed,
      );
    this.all = wordsOf(() => true, true);
    this.of = {
      ascii: pattern(lists, (word) => (isAscii(word) ? word.replaceAll("L", "[a-z]") : ""), "[a-z]", "i"),
      latin: wordsOf((word) => !beyondLatin.test(word), false),
      other: wordsOf((word) => beyondLatin.test(word), true),
      mixed: this.all,
    };
  }

  /** @param script that of the text, if it is known */
  test(text: string, script: Script = scriptOf(text)): boolean {
    return this.of[script].test(text);
  }
}

/** Of what the letters of a text are: ASCII, Latin with accents, none of both, or several of these. */
export type Script = "ascii" | "latin" | "other" | "mixed";

// Punctuation, symbols and pictures are of no script.
const beyondAscii = /[\ufe20-\uffff\u00aa\u00b5\u00ba\u00c0-\u1fff\u2c00-\ud7ff\uf900-\ufdff]/;
const beyondLatin = /[\ufe20-\uffff\u0370-\u1dff\u1f00-\u1fff\u2c00-\ud7ff\uf900-\ufdff]/;
const latin = /[A-Za-z\u00aa\u00b5\u00ba\u00c0-\u036f\u1e00-\u1eff]/;

export function scriptOf(text: string): Script {
  if (isAscii(text) || !beyondAscii.test(text)) return "ascii";
  if (!beyondLatin.test(text)) return "latin";
  return latin.test(text) ? "mixed" : "other";
}

function pattern(lists: Lists, read: (word: string) => string, letter: string, flags: string, isMixed = false): RegExp {
  const anyOf = (list = "") =>
    list
      .trim()
      .split(/\s+/)
      .map(read)
      .filter((word) => word !== "")
      .join("|");
  const [words, beginnings, anywhere] = [lists.words, lists.beginnings, lists.anywhere].map(anyOf);
  // Of all scripts, it takes longer to tell what is a letter than to look for a word first.
  const begin = (list: string) => (isMixed ? `(?=${list})(?<!${letter})` : `(?<!${letter})`);
  const kinds = [
    words && `${begin(words)}(?:${words})(?!${letter})`,
    beginnings && `${begin(beginnings)}(?:${beginnings})`,
    anywhere,
  ];
  return new RegExp(kinds.filter(Boolean).join("|") || "(?!)", flags);
}

/**
 * What a code is called. Most languages took over the same word, alone, in compounds ("Anmeldecode", "engangskode") and with
 * endings ("kodunuz", "kóðinn", "кодът"). Others have their own, or say password, PIN or OTP.
 */
export const noun = new Words({
  words: String.raw`
    codes? codi codul codului codice codigo código còdi cod còd g?ch?ód ikh?odi kh?oo?dL{0,7} k[óô]dL{0,6} kóðL{0,6}
    kodiċi (?:m|e|sms-?|push-?)?(?:pin|tan|otp)(?!-\d) код(?!екс)L{0,6} [کك]د mã
  `,
  beginnings: String.raw`
    token tunnuslu pass[-\s]?phrase passord lösenord one[-\s]?time single[-\s]use two-?(?:step|factor) einmal engang eenmal jednoraz vienreiz vienkart ühekord
    monouso msimbo clave xác\sthực haslo hasło heslo geslo lozink salasana jelsz parool parole slaptažod şifre
    kata\s(?:sandi|laluan) contraseña contrasenya senha wachtwoord kennwort passwort mot\sde\spasse password
    fjalëkalim lykil parol pasahitz öryggisnúmer namba(?:ri)?\s(?:yako\s)?ya\s(?:uthibitish|siri) паролL{0,3} лозинк шифрL
    құпия κωδικ կոդ գաղտնաբառ [הבלכמשו]{0,2}(?:קוד|סיסמ|ססמ)
  `,
  anywhere: String.raw`
    code(?<=L{3}code)s?(?!L) kod(?<=L{3}kod)L{0,3}(?!L) kood(?<=L{3}kood)L{0,5}(?!L) kó[dð](?<=L{3}kó[dð])L{0,5}(?!L) კოდ პაროლ رمز كود
    كلمة\s(?:المرور|السر) کوڈ ڪوڊ ओटीपी कोड पासवर्ड पडताळणी\sक्रमांक কোড ওটিপি পাসওয়ার্ড ਕੋਡ ਓਟੀਪੀ કોડ ઓટીપી କୋଡ
    குறியீ ஓ\.?டி\.?பி கடவுச்சொல் கடவுக்குறி కోడ్ ఓటీపీ ಕೋಡ್ ಒಟಿಪಿ കോഡ ഒടിപി කේත ඔටීපී රහස් รหัส โอทีพี ລະຫັດ កូដ ကုဒ်
    ኮድ コード 暗証 パスワード ワンタイム (?:验证|驗證|校验|校驗|确认|確認|动态|動態|安全|认证|認證|登录|登入|激活|提取|取件|提货|口令|密)[码碼] 口令 코드 인증\s?번호 확인\s?번호 비밀번호
  `,
});

/** What one does with a code: enter, type, use, give, reply with. */
export const verb = new Words({
  words: `
    enter type typing input use using give reply copy paste insert tell add ti gir(?:in|erek|iniz|ip)? yaz(?:ın|arak|ınız|ıp)? usa use vul fyll tast typ
    geef give key\\sin punch\\sin
  `,
  beginnings: `
    copi kopi eingeben eingib gib geben tippe trag nenne verwend nutze antworte zeig saisi entrez entre tapez tape
    recopi indiqu communiqu utilis introdu ingres escrib digit indic teclea utiliz anot inser informe digite voer
    toets gebruik noem wpis podaj wprowad użyj przepisz zadej zadáv napiš použij zadajte použite zadaj opíš unes upiš
    vnes vpiš koristi uporabi írd írja adja használ introdu tasta folosi kullan ange skriv använd mata angiv indtast
    peg[aue]\\s coll(?:e|ez|er)\\s incoll riport scriv compil rellen preench plak vkl wklej vlož vepiš másol illeszd gépel lipi scri
    klistr knappa lim\\sinn indsæt udfyld kopioi liitä kirjoita täytä kleebi kirjuta täida nukopij įklij įrašyk nokop ielīm
    ierakst kopyala yapıştır zalijep ukuc prilep übertrag füge schreib αντιγρ επικολλ γράψ вставь впиши напиши продикт вставте впишіть
    напишіть העתק הדבק salin tempel ketik sao\\schép điền nakili andika
    brug oppgi bruk syötä anna näppäile käytä sisest kasuta trüki įves naudok surink ievad izmant rakst shkruaj
    shkruani vendos përdor sláð notað nota skrá weka tumia ingiza masuk guna ilagay gamit nhập dùng điền sartu idatzi
    erabil introduz gebruik voer tik daxil kiritg скопир копіюй введ наберите набир укажи сообщи назови использ
    введіть вкаж назв використ въвед използв напиш унес укуц корист внес впиш енгіз пайдалан теріңіз киргиз колдон
    оруул набяр наберіть увядз πληκτρολογ εισαγ εισάγ χρησιμοποι βάλ δώσ הזינ הזן הקלד הקש השתמש ל?(?:הזין|הקליד|הקיש)
  `,
  anywhere: `
    შეიყვან გამოიყენ აკრიფ մուտքագր օգտագործ أدخل ادخل إدخال استخدم اكتب وارد استفاده درج दर्ज डालें उपयोग प्रविष्ट
    टाका वापर এন্টার লিখুন দিন ব্যবহার ਦਰਜ ਵਰਤ દાખલ વાપર உள்ளிட பயன்படுத்த నమోదు ఎంటర్ ఉపయోగించ ನಮೂದಿಸ ಬಳಸ നൽക
    ഉപയോഗിക്ക ඇතුළත් භාවිතා กรอก ใส่ ป้อน ใช้รหัส ປ້ອນ ໃສ່ បញ្ចូល ប្រើ ထည့် ရိုက် አስገባ ያስገቡ 入力 ご入力 输入 輸入 填写 填入 填上 粘贴 复制 貼り付け コピー 붙여 أكتب انسخ الصق بنویس लिख พิมพ์ 입력
  `,
});

const anyOf = (list: string) => list.trim().split(/\s+/).join("|");
/** Minutes, by what letters they are written with: `Words` looks for each only where these are. */
const minutes = [
  "min minut minuut menit minit perc dakika daqiqa daqiiqo munud",
  "mínút minuč phút dəqiqə nóiméad",
  "мин хвил минут мінут минут хвилин λεπτ דק դրոպե րոպե წუთ دقيق دقائق دقیق منٹ मिनट मिनिट मिन মিনিট ਮਿੰਟ મિનિટ நிமிட నిమిష ನಿಮಿಷ മിനിറ മിനിട නාඩි මිනිත් විනාඩි นาที ນາທີ នាទី မိနစ် ደቂቃ 分 分钟 分鐘 분",
].map((units) => String.raw`\d{1,3}(?:[-\s]|-?(?:ta|an|os))?\s?(?:${anyOf(units)})`);

/** How long a code lasts: a number of minutes, in figures or in a word, or a part of an hour. */
export const lifetime = new Words({
  beginnings: String.raw`
    (?:five|ten|fifteen|twenty|thirty|sixty|zehn|zwanzig|cinq|dix|quinze|vingt|trente|cinco|diez|quince|veinte|dez|dieci|cinque|quindici|vijf|tien|fem|tio|ti|viisi|kymmenen|on)\s(?:min|perc|dakika)
    (?:fünf|dreißig|pięć|öt|tíz|beş)\s(?:min|perc|dakika) (?:пять|десять|десет)\s(?:мин|хвил)
    quarter\sof\san\shour half\san\shour viertelstunde halben?\sstunde quart\sd['’]heure quart\sd'heure demi-?\s?heure
    cuarto\sde\shora media\shora quarto\sd['’]ora quarto\sd'ora mezz['’]?ora mezz'?ora quarto\sde\shora meia\shora kwartier
    half\suur kwadrans pół\sgodziny čtvrt\s?hodin půl\s?hodin štvrť\s?hodin pol\s?hodin negyed\s?ór fél\s?ór sfert\sde\sor
    jumătate\sde\sor kvart(?:en)?(?!L) halvtimme halvtime varti[nlis] puoles\stunnis veerandtun pooltun четверт[ьи]\sчаса
    полчаса чверт[ьі]\sгодини півгодин половин\sчас yarım\ssaat çeyrek\ssaat ربع\sساعة نصف\sساعة نیم\sساعت חצי\sשעה
    רבע\sשעה
  `,
  anywhere: String.raw`
    ${minutes.join(" ")} [០-៩๐-๙]{1,3}\s?(?:នាទី|นาที) (?:dakika|minuto|minutu|daqiiqadood|emizuzwini\sengu)\s?-?\d{1,3}
    (?:မိနစ်|නාඩි|මිනිත්තු|විනාඩි)\s?-?\d{1,3} 半小时 半小時 30分以内
  `,
});

/** What a code is for: to sign in, to confirm, to verify, to unlock, to approve. */
export const purpose = new Words({
  beginnings: `
    log.?in log.?on log.?masuk logg sign.?in signing sign.?up verif vérif identif authent authori autent auten confirm
    conferm bekräft bekreft bekræft bevestig bestätig potvr potwierd potrd vahvist varmist kinnit apstiprin patvirtin
    pieslēg prisijung megerős hitelesí visszaigazol belép bejelentk anmeld login zugang freigab freischalt connexion
    connect acces accès acceso accéd signing entrar firmar firmarl unterzeich unterschr signer podpis aláír semnar semnez allekirj imzala iniciar inicio autori activ aktiv aktyv unlock security secur sicher sécur segur
    sicurez säkerh sikker turva biztons bezpe saug drošīb güven giriş doğrula onay přihl prihl ověř over zalog logow
    prijav prijev autoriz dostęp prístup přístup pristup sisselog kirjaut innlog inlog inskriv innskrá staðfest
    auðkenn uthibitish kuingia ingia hyrj vërtet verifik konfirm đăng nhập xác masuk pengesahan sahk mag-log saioa
    egiazt dearbh dilysu aanmeld täsdiq təsdiq tasdiq kirish daxil recover reset approve
  `,
  anywhere: `
    подпис підпис подтвер[дж] провер вход войти авториз доступ безопас підтвер перевір вхід увійти потвър влез влизан потврд верифик
    пријав најав растау кіру ырасто кирүү баталгаа нэвтр пацвяр уваход επαλήθ επιβεβ ασφάλ σύνδε συνδε אימות אישור
    כניס התחבר להתחבר հաստատ մուտք დადასტურ ვერიფიკ ავტორიზ შესვლ تحقق تأكيد دخول أمان تایید تأیید ورود تصدیق لاگ
    सत्याप पुष्टि लॉग लॉगिन पडताळ प्रवेश সত্যাপ যাচাই লগইন নিশ্চিত ਤਸਦੀਕ ਲੌਗ ચકાસ લૉગ சரிபார் உள்நுழை உறுதிப் ధృవీక
    లాగిన్ ಪರಿಶೀಲ ಲಾಗಿನ್ സ്ഥിരീകര ലോഗിൻ සත්‍යාප පිවිස ยืนยัน เข้าสู่ระบบ ຢືນຢັນ ផ្ទៀងផ្ទាត់ အတည်ပြု ማረጋገጫ 認証 確認 ログイン
    本人 验证 驗證 登录 登入 确认 確認 인증 로그인 확인
  `,
});

/** The digits themselves: "the digits below". Not those of a card: "the last four digits". */
export const figures = new Words({
  beginnings: `
    (?<!last\\s)(?<!last\\s(?:two|four|4|2)\\s)digits (?<!letzten\\s)(?<!letzten\\s(?:vier|4)\\s)(?:ziffern|zahlenfolge|ziffernfolge)
    chiffres cifras?(?!L) cifr[ae](?!L) cijfers siffrorna sifrene cifrene cyfr[yę](?!L) číslic číslice számjegy numerosarja
    numbrijad skaitmen cipar cifrele brojke rakamlar[ıi] nambari angka
  `,
  anywhere: `цифр цифри أرقام ارقام الرقم עדד ספרות ψηφί अंक संख्या 数字 數字 숫자 ตัวเลข dãy\\ssố chữ\\ssố`,
});

/** To open something, as a locker or a door is opened with a code. */
export const opening = new Words({
  beginnings: `
    open öffne ouvr abr[aeir] apri åpn åbn öppn otev otvor otwier otwór odpr avaa ava atver atidar nyis nyit deschid buka
    откро открыт відкр отвор άνοιξ
  `,
});

/** Words of a sentence about a code that no longer counts. */
export const ended =
  /\b(?:(?:has|is|was|have|already|had) (?:been )?(?:expired|cancell?ed|replaced|revoked|used)|expired|no longer (?:valid|works?)|does not work|cancell?ed|replaced|replaces|revoked|(?:old|previous|former|earlier) (?:\p{L}+ )?(?:code|pin|otp|password))|code was\b|abgelaufen|ungültig|(?<!\p{L})(?:alte|bisherige|vorherige)[rn]? |(?:a|est) expiré|périmé|ancien(?: |ne)|précédent|caducado|(?:ha|haya) (?:caducado|vencido|expirado)|anterior|expirou|expirado|scadut|vecchio|precedente|verlopen|(?<!\p{L})oude |wygasł|poprzedni|vypršel|předchozí|lejárt|előző|(?:есть|уже )?ист[её]к(?!ает)|недействител|предыдущ|старый|закінчився|попередн|süresi doldu|eski |utgått|utløpt|udløbet|gamla |gamle |vanhentunut|已过期|已失效|已過期|失效|旧|期限切れ|無効|만료되었|이전/iu;

/** What names a code for a test. Beside one that is named as the real one it does not count; alone, it is the code. */
export const testCode = /\btest (?:\p{L}+ )?(?:code|pin|otp|password)\b/iu;
export const realCode = /\b(?:replacement|real|actual|new|live) (?:\p{L}+ )?(?:code|pin|otp|password)\b/iu;
