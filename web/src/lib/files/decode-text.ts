import { type EncodingDetector, loadDetector } from './encoding-detector.ts'
import { declaredEncoding, knownEncoding, encodingOfByteOrderMark, unmarkedUtf16 } from './text-encodings.ts'

/** A text with the encoding that its bytes were taken for. */
export interface DecodedText {
  readonly text: string
  /** a name of the Encoding Standard, in lower case */
  readonly encoding: string
  /** the encoding was not stated, and others are possible */
  readonly isGuess: boolean
}

export interface DecodeOptions {
  /** the encoding that the user chose; it takes the place of every other one */
  readonly encoding?: string | undefined
  /** languages of the user, the most likely one first; those of the browser without it */
  readonly languages?: readonly string[]
  /** gives the detector; for tests */
  readonly openDetector?: () => Promise<EncodingDetector>
}

/** Bytes that the detector sees, from the first one on that is not ASCII. */
const SAMPLE_BYTES = 262_144
/** Switches between the character sets of ISO-2022-JP. */
const ISO_2022_JP = /\p{Cc}[$(][@BJI]/u
const BEYOND_ASCII = /\P{ASCII}/gu
const REPLACEMENT = '\u{FFFD}'
/** Damaged characters that UTF-8 may have, as a fraction of those that are not ASCII. */
const DAMAGED_SHARE = 0.02
const CJK: ReadonlySet<string> = new Set([
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
  'gbk',
  'gb18030',
  'big5',
])

/**
 * Decodes a text: as chosen, by its byte order mark, as UTF-8 if it is valid, as the document declares, else by a guess. Every
 * reader of text files uses it. Loads the detector for a guess only; without it, as offline, the text is read as Windows-1252.
 */
export async function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): Promise<DecodedText> {
  const chosen = knownEncoding(options.encoding) ?? encodingOfByteOrderMark(bytes)
  if (chosen !== undefined) return decodeBytes(bytes, chosen, false)
  const utf16 = bytes.includes(0) ? unmarkedUtf16(bytes) : undefined
  if (utf16 !== undefined) return decodeBytes(bytes, utf16, false)
  const declared = declaredEncoding(bytes)
  const utf8 = validUtf8(bytes)
  if (utf8 !== undefined) {
    // ISO-2022 consists of ASCII with escapes.
    if (!bytes.includes(0x1b)) return { text: utf8, encoding: 'utf-8', isGuess: false }
    if (ISO_2022_JP.test(utf8)) return decodeBytes(bytes, 'iso-2022-jp', false)
    return { text: utf8, encoding: 'utf-8', isGuess: false }
  }
  if (declared !== undefined && declared !== 'utf-8' && !declared.startsWith('utf-16')) {
    const result = decodeBytes(bytes, declared, false)
    if (!result.text.includes(REPLACEMENT)) return result
  }
  if (isDamagedUtf8(bytes)) return decodeBytes(bytes, 'utf-8', true)
  return decodeBytes(bytes, await guessedEncoding(bytes, options), true)
}

const decodeBytes = (bytes: Uint8Array, encoding: string, isGuess: boolean): DecodedText => ({
  text: new TextDecoder(encoding).decode(bytes),
  encoding,
  isGuess,
})

function validUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A long text with a few damaged characters, as of a file that was cut, is still UTF-8. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  const damaged = text.split(REPLACEMENT).length - 1
  const others = text.match(BEYOND_ASCII)?.length ?? 0
  return damaged <= Math.max(others * DAMAGED_SHARE, others >= 10 ? 1 : 0)
}

async function guessedEncoding(bytes: Uint8Array, options: DecodeOptions): Promise<string> {
  const { openDetector = loadDetector, languages = browserLanguages() } = options
  const detector = await openDetector().catch(() => undefined)
  if (!detector) return 'windows-1252'
  const sample = sampleOf(bytes)
  const plain = knownEncoding(detector.guess(sample)) ?? 'windows-1252'
  const domains = languages.flatMap(
    (language) => DOMAINS[language] ?? DOMAINS[language.split('-')[0] ?? ''] ?? [],
  )
  const hinted = domains.map((domain) => knownEncoding(detector.guess(sample, domain)) ?? plain)
  return guessMacintosh(sample, plain) ?? byLanguages(sample, plain, hinted)
}

/** Top-level domains of languages whose texts the detector knows from others. Western European ones are its default. */
const DOMAINS: Readonly<Record<string, string>> = {
  ar: 'sa',
  bg: 'bg',
  cs: 'cz',
  el: 'gr',
  et: 'ee',
  fa: 'ir',
  he: 'il',
  hr: 'hr',
  hu: 'hu',
  ja: 'jp',
  ko: 'kr',
  lt: 'lt',
  lv: 'lv',
  pl: 'pl',
  ro: 'ro',
  ru: 'ru',
  sk: 'sk',
  sl: 'si',
  sr: 'rs',
  th: 'th',
  tr: 'tr',
  uk: 'ua',
  vi: 'vn',
  zh: 'cn',
  'zh-HK': 'hk',
  'zh-Hant': 'tw',
  'zh-TW': 'tw',
}

/**
 * Lets the languages of the user decide where the detector is not sure: a domain moves its guess too far for a text of another
 * language.
 */
function byLanguages(sample: Uint8Array, plain: string, hinted: readonly string[]): string {
  const text = new TextDecoder(plain).decode(sample)
  const hasRun = hasLongRun(sample)
  const isWestern = westernShare(sample, plain) > 0.95
  for (const encoding of hinted.map((name) => SUPERSEDED[name] ?? name)) {
    if (encoding === plain) return plain
    const isClean = !new TextDecoder(encoding).decode(sample).includes(REPLACEMENT)
    // Windows-1252 is the guess where nothing is known; a Latin text has no long runs of such letters.
    if (plain === 'windows-1252' && isClean && !isWestern && (hasRun || !CJK.has(encoding))) return encoding
    // Japanese without kana is more likely Chinese or Korean, where the user reads these.
    if (plain === 'euc-jp' && isClean && CJK.has(encoding) && !/[\u3040-\u30FF]/.test(text)) return encoding
  }
  if (plain === 'euc-jp' && !/[\u3040-\u30FF]/.test(text) && !text.includes('。')) {
    const isClean = !new TextDecoder('gb18030').decode(sample).includes(REPLACEMENT)
    if (isClean) return 'gb18030'
  }
  return SUPERSEDED[plain] ?? plain
}

/** Encodings in whose place texts have another one with the same or more characters. */
const SUPERSEDED: Readonly<Record<string, string>> = { gbk: 'gb18030', 'iso-8859-4': 'windows-1257' }

const RUN_BYTES = 4

function hasLongRun(bytes: Uint8Array): boolean {
  let runLength = 0
  for (const byte of bytes) {
    runLength = byte >= 0x80 ? runLength + 1 : 0
    if (runLength >= RUN_BYTES) return true
  }
  return false
}

/** Letters of Western European texts, and their signs, which do not stand within a word but for the apostrophe. */
const WESTERN_LETTERS =
  /[äöüßÄÖÜéèêëÉÈàâçÇîïôûùœæñÑáíóúãõÃÕåÅøØÁÀÍÓÚ’]|(?<![a-z])[¿¡«»“”„‘‚–—…€£°§]|[»“”…€°](?![a-z])/gi

/** Returns the fraction of the letters and signs beyond ASCII that are usual in Western European texts. */
function westernShare(sample: Uint8Array, encoding: string): number {
  const text = new TextDecoder(encoding).decode(sample)
  return (text.match(WESTERN_LETTERS)?.length ?? 0) / (text.match(BEYOND_ASCII)?.length ?? 1)
}

/** Returns `macintosh` for a Western text of classic Mac OS or of Excel for the Mac, which detectors take for others. */
function guessMacintosh(sample: Uint8Array, guess: string): string | undefined {
  if (CJK.has(guess) || hasLongRun(sample)) return undefined
  return westernShare(sample, 'macintosh') >= 0.9 && westernShare(sample, 'windows-1252') <= 0.6
    ? 'macintosh'
    : undefined
}

/** Returns the part of a text that the detector sees: the first characters that are not ASCII may be far from its beginning. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80)
  const lineStart = first < 1 ? 0 : bytes.lastIndexOf(10, first) + 1
  const start = first - lineStart > SAMPLE_BYTES / 2 ? first : lineStart
  return bytes.subarray(start, start + SAMPLE_BYTES)
}

const browserLanguages = (): readonly string[] =>
  typeof navigator === 'undefined' ? [] : navigator.languages
