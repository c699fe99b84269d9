import { baseOf, fold } from './fold.ts'

/** Words after which a sentence continues, regardless of the transcriber's punctuation. */
const OPEN_ENDS: Readonly<Record<string, string>> = {
  en: 'and or but so because if when while although then than that which who with without for from to of in on at by the a an my your our his her its their is are was were um uh er like about plus also namely',
  es: 'y e o u pero porque si cuando mientras aunque entonces que con sin para por de del a al en el la los las un una unos unas mi tu su es son era eh este pues sobre más también',
  fr: 'et ou mais donc car parce que si quand lorsque puis avec sans pour par de du des à au aux en dans sur le la les un une mon ma mes ton ta ses son est sont euh ben alors aussi',
  de: 'und oder aber denn weil wenn als während obwohl dann dass mit ohne für von zu zum zur in im am auf an bei der die das den dem des ein eine einen einem einer mein meine dein ist sind war äh ähm also noch über',
  it: 'e ed o ma perché se quando mentre anche poi che con senza per di del della dei delle a al alla in nel nella su il lo la i gli le un uno una mio mia è sono ehm allora cioè',
  pt: 'e ou mas porque se quando enquanto embora então que com sem para por de do da dos das a ao à em no na nos nas o os as um uma meu minha é são era é tipo também sobre',
  ja: 'そして それで でも だから けど けれど から ので が と に を は も の へ で や えっと あの その',
  ko: '그리고 그래서 하지만 그런데 그러면 왜냐하면 또 및 음 어 그 저',
  zh: '和 与 或 但是 可是 因为 所以 如果 然后 还有 而且 的 在 把 被 给 对 从 向 那个 这个 嗯 呃',
}

/**
 * Endings of Japanese and Korean sentences that continue, and endings of complete ones in the three
 * languages.
 */
const OPEN_SUFFIXES: Readonly<Record<string, RegExp>> = {
  ja: /(けど|けれど|から|ので|たら|なら|って|[がとにをはものへでやて])$/u,
  ko: /(고|서|면|지만|는데|니까|[은는이가을를에의와과도])$/u,
  zh: /(因为|所以|但是|如果|然后|还有|而且|[和的在把被给对从向])$/u,
}
const CLOSED_SUFFIXES: Readonly<Record<string, RegExp>> = {
  ja: /(です|ます|でした|ました|ません|ください|だよ|だね|[かねよ])$/u,
  ko: /(다|요|까|죠|네|자|줘)$/u,
  zh: /[吗吧呢了啊呀]$/u,
}
const WITHOUT_SPACES = new Set(['ja', 'zh'])

const NUMBER_WORDS: Readonly<Record<string, string>> = {
  en: 'zero oh one two three four five six seven eight nine ten double',
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez',
  fr: 'zéro un deux trois quatre cinq six sept huit neuf dix',
  de: 'null eins zwei zwo drei vier fünf sechs sieben acht neun zehn',
  it: 'zero uno due tre quattro cinque sei sette otto nove dieci',
  pt: 'zero um dois três quatro cinco seis sete oito nove dez',
  ja: 'ゼロ れい いち に さん よん ご ろく なな はち きゅう',
  ko: '영 공 일 이 삼 사 오 육 칠 팔 구 십',
  zh: '零 一 二 三 四 五 六 七 八 九 十 幺',
}

const wordsOf = (table: Readonly<Record<string, string>>, base: string): ReadonlySet<string> =>
  new Set((table[base] ?? '').split(' '))

/**
 * Returns whether the utterance is plainly complete: a finished sentence. If in doubt, returns false, and the
 * longer delay applies.
 *
 * @param language BCP 47 tag of the utterance
 */
export function isPlainlyComplete(text: string, language: string): boolean {
  const said = text.trim()
  const base = baseOf(language)
  // Text continues after these marks and after an ellipsis in any notation.
  if (said === '' || /[,;:、，；：—–-]$|…$|\.\.\.$/u.test(said)) return false
  const words = fold(said).split(' ')
  const last = words.at(-1) ?? ''
  if (isDictatedNumber(words, base)) return false
  if (/[?？!！]["'”’»」]?$/u.test(said)) return true
  if (wordsOf(OPEN_ENDS, base).has(last)) return false
  const isClosed = CLOSED_SUFFIXES[base]?.test(last) === true
  if (!isClosed && OPEN_SUFFIXES[base]?.test(last)) return false
  if (/[.。]["'”’»」]?$/u.test(said)) return words.length > 1 || WITHOUT_SPACES.has(base)
  return isClosed
}

/**
 * Returns whether the text ends with digits that may continue: single digits, or a number after a few words.
 */
function isDictatedNumber(words: readonly string[], base: string): boolean {
  const numbers = wordsOf(NUMBER_WORDS, base)
  const isNumber = (word: string | undefined): boolean =>
    word !== undefined && (/^\p{N}+$/u.test(word) || numbers.has(word))
  const last = words.at(-1)
  if (!isNumber(last)) return false
  return words.length < 3 || isNumber(words.at(-2)) || /^\p{N}{3,}$/u.test(last ?? '')
}
