import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'
import { encoded } from './encoded.fixture.ts'
import { createDetector } from './encoding-detector.ts'
import { decodeMarked } from './text-encodings.ts'

const require = createRequire(import.meta.url)
const detector = createDetector(readFileSync(require.resolve('chardetng-wasm/dist/chardetng_wasm_bg.wasm')))
const decode = (bytes: Uint8Array, languages: readonly string[] = ['en-US']) =>
  decodeText(bytes, { languages, openDetector: () => detector })

const failToOpen = () => Promise.reject(new Error('offline'))

/** Short texts as programs save them, by language; each is tried in every encoding of its language. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  ar: [
    'المدينة,السكان\r\nالرياض,7600\r\nجدة,4700\r\n',
    'مرحبا، مرفق تقرير الشهر.',
    'الاسم,القسم\r\nأحمد علي,المبيعات\r\n',
    'المنتج,السعر\r\nتفاح,5\r\n',
    'الاجتماع غدا في الساعة العاشرة.\n',
  ],
  cs: ['Město;Obyvatelé\r\nPlzeň;175\r\nČeské Budějovice;95\r\n', 'Příjmení;Oddělení\r\nDvořák;účtárna\r\n'],
  de: [
    'Stadt;Einwohner\r\nMünchen;1500\r\nKöln;1080\r\n',
    'Größe;Preis\r\nüber 10;5,00\r\n',
    'Sehr geehrte Frau Müller, anbei die Übersicht.',
    'Straße;Ort\r\nHauptstraße 5;Lübeck\r\n',
    'Grüße aus Fürth',
  ],
  el: [
    'Η συνάντηση είναι αύριο στις δέκα.\n',
    'Πόλη;Πληθυσμός\r\nΑθήνα;664\r\nΠάτρα;168\r\n',
    'Καλημέρα, σας στέλνω την αναφορά.',
    'Προϊόν;Τιμή\r\nΜήλο;2\r\n',
    'Όνομα;Τμήμα\r\nΓιώργος;Πωλήσεις\r\n',
  ],
  es: ['Ciudad;Población\r\nMálaga;570\r\nLeón;124\r\n', 'Año;Niños\r\n2024;España\r\n'],
  fr: [
    'Ville;Région\r\nOrléans;Centre\r\nBesançon;Bourgogne-Franche-Comté\r\n',
    'Prénom;Métier\r\nHélène;Ingénieure\r\n',
    'Libellé;Débit\r\nCafé;2,50\r\n',
  ],
  he: [
    'עיר,אוכלוסייה\r\nירושלים,950\r\nחיפה,285\r\n',
    'שלום רב, מצורף הדוח החודשי.',
    'שם,תפקיד\r\nדוד כהן,מנהל\r\n',
    'מוצר,מחיר\r\nתפוח,5\r\n',
    'הפגישה תתקיים מחר בשעה עשר.\n',
  ],
  ja: [
    '都市,人口\r\n東京,1396\r\n大阪,275\r\n',
    '氏名,部署,電話\r\n山田太郎,営業部,03-1234\r\n',
    'お世話になっております。資料を添付いたします。',
    '1\n00:00:01,000 --> 00:00:02,000\nこんにちは\n',
    '商品コード,商品名,単価\r\nA01,りんごジュース,120\r\n',
  ],
  ko: [
    '도시,인구\r\n서울,941\r\n부산,333\r\n',
    '이름,부서,연락처\r\n김민수,영업부,010\r\n',
    '안녕하세요. 이번 달 보고서를 첨부합니다.',
    '1\n00:00:01,000 --> 00:00:02,000\n안녕하세요\n',
    '회의록: 다음 분기 예산을 논의했다.\n',
  ],
  lt: [
    'Miestas;Gyventojai\r\nŠiauliai;100\r\nPanevėžys;85\r\n',
    'Laba diena, siunčiu mėnesio ataskaitą už rugsėjį.\n',
    'Susitikimas vyks rytoj dešimtą valandą, prašome nevėluoti.\n',
  ],
  pl: [
    'Miasto;Ludność\r\nŁódź;670\r\nKraków;800\r\n',
    'Imię;Dział\r\nŁukasz Świętek;Sprzedaż\r\n',
    'Dzień dobry, przesyłam załącznik.',
    'Produkt;Cena\r\nJabłko;3\r\n',
    'Spotkanie odbędzie się jutro o dziesiątej, proszę się nie spóźnić.\n',
  ],
  ru: [
    'Город;Население\r\nМосква;13000\r\nКазань;1300\r\n',
    'ФИО;Должность\r\nИванов Пётр;инженер\r\n',
    'Здравствуйте! Высылаю отчёт за месяц.',
    'Товар;Цена\r\nЯблоко;50\r\nХлеб;30\r\n',
    '1\n00:00:01,000 --> 00:00:02,000\nПривет всем\n',
  ],
  th: [
    'เมือง,ประชากร\r\nกรุงเทพ,8300\r\nเชียงใหม่,130\r\n',
    'สวัสดีครับ ส่งรายงานประจำเดือนมาให้',
    'ชื่อ,แผนก\r\nสมชาย,ฝ่ายขาย\r\n',
    'สินค้า,ราคา\r\nแอปเปิล,20\r\n',
    'ประชุมพรุ่งนี้เวลาสิบโมง\n',
  ],
  tr: [
    'Şehir;Nüfus\r\nİstanbul;15500\r\nİzmir;4400\r\n',
    'Ürün;Fiyat\r\nYoğurt;30\r\nÇay;12\r\n',
    'Sayın müşterimiz, ilginiz için teşekkürler.',
    'İsim;Görev\r\nAyşe Yılmaz;Müdür\r\n',
    'Toplantı yarın saat onda başlıyor, lütfen gecikmeyin.\n',
  ],
  'zh-CN': [
    '城市,人口\r\n北京,2189\r\n上海,2487\r\n',
    '姓名,部门,工资\r\n张伟,市场部,12000\r\n',
    '您好,附件是本月的销售报告,请查收。',
    '会议记录:讨论了下季度的预算和人员安排。\n',
    '产品,数量\r\n苹果,10\r\n香蕉,25\r\n',
  ],
  'zh-TW': [
    '城市,人口\r\n臺北,2500\r\n高雄,2700\r\n',
    '姓名,部門,薪資\r\n陳怡君,業務部,52000\r\n',
    '您好,附件是本月的銷售報告,請查收。',
    '會議記錄:討論了下一季的預算與人員安排。\n',
    '產品,數量\r\n蘋果,10\r\n香蕉,25\r\n',
  ],
}
const ENCODINGS: readonly (readonly [encoding: string, ...languages: string[]])[] = [
  ['gb18030', 'zh-CN'],
  ['big5', 'zh-TW'],
  ['shift_jis', 'ja'],
  ['euc-jp', 'ja'],
  ['iso-2022-jp', 'ja'],
  ['euc-kr', 'ko'],
  ['windows-1251', 'ru'],
  ['koi8-r', 'ru'],
  ['ibm866', 'ru'],
  ['iso-8859-5', 'ru'],
  ['windows-1253', 'el'],
  ['windows-1254', 'tr'],
  ['windows-1250', 'pl', 'cs'],
  ['iso-8859-2', 'pl', 'cs'],
  ['windows-1252', 'de', 'fr', 'es'],
  ['macintosh', 'de', 'fr'],
  ['windows-1255', 'he'],
  ['windows-1256', 'ar'],
  ['windows-874', 'th'],
  ['windows-1257', 'lt'],
]

describe('a text in an older encoding', () => {
  it.each(ENCODINGS)('is read in %s for users of its language', async (encoding, ...languages) => {
    let [right, all] = [0, 0]
    for (const language of languages)
      for (const text of TEXTS[language] ?? []) {
        const { text: read, isGuess } = await decode(encoded(text, encoding), [language])
        expect(isGuess || encoding === 'iso-2022-jp').toBe(true)
        all += 1
        right += Number(read === text)
      }
    // Of a few words no detector knows every one: Firefox's misses at most one in each encoding here.
    expect(all - right).toBeLessThanOrEqual(1)
  })

  it('is read with the encoding that the user chose', async () => {
    const bytes = encoded('Ääkköset', 'windows-1252')
    const chosen = await decodeText(bytes, { encoding: 'windows-1251' })
    expect(chosen).toEqual({ text: 'Ддkkцset', encoding: 'windows-1251', isGuess: false })
  })

  it('is read as Windows-1252 where the detector cannot be loaded', async () => {
    const read = await decodeText(encoded('Grüße', 'windows-1252'), {
      openDetector: failToOpen,
    })
    expect(read).toEqual({ text: 'Grüße', encoding: 'windows-1252', isGuess: true })
  })

  it('is recognised where its first letters come late', async () => {
    const text = `${'id;value\r\n'.repeat(40_000)}Город;Население\r\nМосква;13000\r\n`
    expect((await decode(encoded(text, 'windows-1251'))).text).toBe(text)
  })
})

describe('a text with a known encoding', () => {
  const TEXT = '<p>東京 Grüße</p>'

  it.each(['utf-8', 'utf-16le', 'utf-16be'])('is certain with a byte order mark of %s', async (encoding) => {
    const read = await decode(encoded(`\u{FEFF}${TEXT}`, encoding))
    expect(read).toEqual({ text: TEXT, encoding, isGuess: false })
  })

  it.each(['utf-16le', 'utf-16be'] as const)('is certain as %s without a mark', async (encoding) => {
    for (const text of ['Name,Age\r\nAnn,31\r\n', '城市,人口\r\n北京,2189\r\n', 'Grüße aus Fürth'])
      expect(await decode(encoded(text, encoding))).toEqual({ text, encoding, isGuess: false })
  })

  it('is certain as declared by HTML or XML', async () => {
    const html = encoded('<meta charset="Shift_JIS"><p>港</p>', 'shift_jis')
    expect(await decode(html)).toMatchObject({ encoding: 'shift_jis', isGuess: false })
    const xml = encoded('<?xml version="1.0" encoding="windows-1251"?><a>Порт</a>', 'windows-1251')
    expect((await decode(xml)).text).toContain('Порт')
    expect(decodeMarked(xml)).toContain('Порт')
  })

  it('is UTF-8 in spite of a wrong declaration, and with a damaged character', async () => {
    const wrong = encoded('<meta charset="iso-8859-1"><p>Grüße 東京</p>', 'utf-8')
    expect((await decode(wrong)).text).toContain('東京')
    const cut = encoded('会議の議事録を送ります。よろしくお願いいたします。', 'utf-8').subarray(0, -1)
    expect(await decode(cut)).toMatchObject({ encoding: 'utf-8', isGuess: true })
  })
})
