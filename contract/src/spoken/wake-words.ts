import { fold } from './fold.ts'

/** A text that starts with a wake word: the word as listed, and the rest as spoken. */
interface WakeWordMatch {
  readonly word: string
  readonly rest: string
  /** the word is followed by punctuation or nothing, so that it is not part of a sentence */
  readonly isDelimited: boolean
  /** the word addresses an assistant; false for a name at the start of a sentence about something else */
  readonly isAddressed: boolean
  /** the word also occurs in sentences that address no assistant */
  readonly isAmbiguous: boolean
}

/**
 * Returns the wake word at the start of the text; undefined if there is none. Matches whole words only, so
 * that "very" is not "v"; "hey", "ok" or "hallo" may precede it.
 *
 * @param wakeWords the user's list and the agents' names
 */
export function matchWakeWord(spoken: string, wakeWords: readonly string[]): WakeWordMatch | undefined {
  const wanted = wakeWords
    .flatMap((word) => spellingsOf(word).map((folded) => ({ word, folded })))
    .filter(({ folded }) => folded !== '')
  const longestFirst = wanted.toSorted((left, right) => right.folded.length - left.folded.length)
  const folded = fold(spoken)
  const greeting = GREETINGS.exec(folded)?.[0] ?? ''
  for (const start of [folded, folded.slice(greeting.length)]) {
    const match = longestFirst.find(
      (wakeWord) => start === wakeWord.folded || beginsWith(start, wakeWord.folded),
    )
    if (match) {
      const after = textAfter(spoken, folded.length - start.length + match.folded.length).replace(
        VOCATIVE,
        '',
      )
      const rest = after.replace(/^[^\p{L}\p{N}]+/u, '').trim()
      const isDelimited = rest === '' || /^\s*[^\p{L}\p{N}\s]/u.test(after)
      const isGreeted = start !== folded || GREETINGS.test(match.folded)
      const isAmbiguous = !isGreeted && !OWN_NAMES.has(match.folded)
      const isAddressed = isDelimited || !isAmbiguous || startsRequest(rest)
      return { word: match.word, rest, isDelimited, isAddressed, isAmbiguous }
    }
  }
  return undefined
}

/**
 * Returns whether the text, after a greeting, starts with the letters of the word, also as a part of a longer word or as
 * the topic of a sentence: "Tutoren werden …", "ビクトリアは…".
 */
export function startsWithLettersOf(spoken: string, word: string): boolean {
  const folded = fold(spoken)
  const afterGreeting = folded.slice(GREETINGS.exec(folded)?.[0].length ?? 0)
  return spellingsOf(word).some(
    (spelling) => folded.startsWith(spelling) || afterGreeting.startsWith(spelling),
  )
}

/** Returns the text after a wake word; undefined if it starts with none. */
export function afterWakeWord(spoken: string, wakeWords: readonly string[]): string | undefined {
  return matchWakeWord(spoken, wakeWords)?.rest
}

const GREETINGS =
  /^(?:(hey|hay|hé|hei|hi|hello|ok|okay|hallo|hola|oye|salut|ciao|ehi|ei|oi|olá)(?= |$)|(ねえ|ねぇ|ヘイ|안녕|헤이|야|嘿|你好)) ?/u

/** Vee's own names are no words of a sentence; every other name may be. */
const OWN_NAMES = new Set(['v', 'vee', 'vi', 'vie', 'wee', 'ブイ', 'ヴィー', 'ヴィ', 'ビー', '브이', '비'])

/** First words of a request, in the languages that separate words; folded. */
const REQUEST_STARTS = new Set(
  [
    "what how why when where who which whose can could would will do does did please tell show give explain help make draw write read let i i'm my start stop open close next again say play set find translate summarize compare check",
    'qué cómo por cuándo dónde quién cuál puedes puede podrías dime muestra enséñame explica ayuda haz dibuja escribe lee quiero necesito abre',
    "que quel quelle comment pourquoi quand où qui peux peut pourrais dis montre explique aide fais dessine écris lis je j'ai est ouvre qu'est",
    'was wie warum wann wo wer welche kannst können könntest bitte sag zeig zeige erklär erkläre hilf mach zeichne schreib schreibe lies ich mir öffne',
    'che cosa come perché quando dove chi quale puoi può potresti dimmi mostra spiega aiuta aiutami fai disegna scrivi leggi vorrei apri',
    'o que como quando onde quem qual você pode poderia diga mostre explique ajude faça desenhe escreva leia quero preciso abra',
  ].flatMap((words) => words.split(' ')),
)

/** Scripts without spaces mark a topic by a particle, which callIn excludes already. */
const startsRequest = (rest: string): boolean =>
  JOINED.test(rest) || REQUEST_STARTS.has(fold(rest).split(' ')[0] ?? '')

/** Spellings of Vee's own names, as transcribers write them; folded. Common words count only after a greeting. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  v: ['ブイ', '브이', 'vee', 'vi', 'vie', 'wee'],
  'hey v': ['hey', 'hay', 'hé', 'hei', 'ehi', 'ei', 'oi', 'hi', 'hallo', 'hello', 'salut', 'ok', 'okay']
    .flatMap((hey) =>
      ['v', 'vee', 'vi', 'vie', 'wee', 'we', 'wie', 'be', 'bi', 'b', 'bee', 'fi'].map(
        (vee) => `${hey} ${vee}`,
      ),
    )
    // "Vi" and "vie" are words after these.
    .concat(
      ['ciao', 'hola', 'olá'].flatMap((hey) =>
        ['v', 'vee', 'wee', 'we', 'b', 'bee'].map((vee) => `${hey} ${vee}`),
      ),
    )
    .concat([
      'ヘイ ブイ',
      'ヘイ ビー',
      'ヘイ ヴィー',
      'ヘイブイ',
      'ヘイビー',
      'ヘイヴィー',
      '헤이 브이',
      '헤이 비',
      '헤이브이',
      '헤이비',
      '嘿 v',
      '嘿 薇',
      '嘿薇',
      '嘿 维',
    ]),
  vee: ['ヴィー', 'ヴィ', 'ビー'],
  victoria: ['viktoria', 'vittoria', 'vitória', 'ヴィクトリア', 'ビクトリア', '빅토리아', '维多利亚'],
}

function spellingsOf(word: string): readonly string[] {
  const folded = fold(word)
  return [folded, ...(SPELLINGS[folded] ?? [])]
}

/**
 * After these particles a name is the topic of a sentence: 日記を書きたい does not call the diary, 튜터가 not the
 * tutor.
 */
const PARTICLES = /^(?:[をがのにはへ]|[은는이가을를의에와과도로]|[的里])/u

/** Suffixes that address a person by name. */
const VOCATIVE = /^(?:さん|님|[야아](?!\p{L}))/u

/** Scripts without spaces join words; a katakana word ends where another script starts. */
function beginsWith(text: string, word: string): boolean {
  if (!text.startsWith(word)) return false
  const after = text.slice(word.length)
  if (after.startsWith(' ')) return true
  if (!JOINED.test(after) || PARTICLES.test(after)) return false
  return !(KATAKANA.test(word.slice(-1)) && KATAKANA.test(after))
}

const JOINED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u
const KATAKANA = /^[\p{sc=Katakana}ー]/u

/** Returns the text after this many folded characters, with the punctuation before it. */
function textAfter(spoken: string, foldedLength: number): string {
  let taken = 1
  while (taken < spoken.length && fold(spoken.slice(0, taken)).length < foldedLength) taken += 1
  return spoken.slice(taken)
}

/** "Nerf (guide)" → "Nerf" */
function withoutRemark(label: string): string {
  const index = label.indexOf('(')
  return index !== -1 && label.endsWith(')') ? label.slice(0, index).trimEnd() : label
}

/** Returns the names of an agent: the whole label, and its first word if that is unique. */
export function namesOf(labels: readonly string[]): readonly string[] {
  return labels.flatMap((label) => [label, withoutRemark(label)])
}
