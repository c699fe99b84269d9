import { fold } from '@vee/contract/spoken/fold'

/** A shorter text may repeat words of the voice on purpose … */
const MIN_TOKENS = 3
/** … but over loudspeakers a long word of it is more likely its end, whose echo lasts longer than the voice; in letters. */
const MIN_LETTERS = 6
/** Who asks back repeats a word as a question. */
const QUESTION = /[?？]/
/** Share of the tokens that occur in the spoken text, in order. Transcribers change some words of an echo. */
const SHARE = 0.75

/** So many tokens of the voice before or after a person's words are its echo; people repeat fewer of them. */
const MIN_EDGE_TOKENS = { words: 4, characters: 8 }

/**
 * Returns a transcript without what the voice just spoke, an echo that the canceller let through: '' if it is nothing
 * else, otherwise the words between those of the voice.
 *
 * @param spoken the sentence that is being spoken and those before it
 * @param mayEcho the microphone may pick up the voice: no headphones are worn
 */
export function withoutOwnSpeech(transcript: string, spoken: string, mayEcho: boolean): string {
  if (isOwnSpeech(transcript, spoken, mayEcho)) return ''
  if (!mayEcho) return transcript
  const voice = ` ${tokensOf(spoken).join(' ')} `
  const pieces = Array.from(transcript.matchAll(PIECE), ({ 0: text, index }) => ({
    index,
    end: index + text.length,
    tokens: tokensOf(text),
  }))
  const isOfVoice = (some: typeof pieces): boolean => {
    const tokens = some.flatMap(({ tokens }) => tokens)
    const least = tokens.every((token) => UNSPACED.test(token))
      ? MIN_EDGE_TOKENS.characters
      : MIN_EDGE_TOKENS.words
    return tokens.length >= least && voice.includes(` ${tokens.join(' ')} `)
  }
  const lengths = Array.from(pieces, (_, index) => index).toReversed()
  const from = lengths.find((length) => isOfVoice(pieces.slice(0, length))) ?? 0
  // Who asks about words of the voice repeats them at the end.
  const mayEnd = !QUESTION.test(transcript)
  const to = mayEnd ? (lengths.find((length) => isOfVoice(pieces.slice(-length))) ?? 0) : 0
  if (from === 0 && to === 0) return transcript
  return transcript.slice(pieces[from]?.index, pieces.at(-to - 1)?.end).trim()
}

/** Returns whether a transcript is nothing but what the voice just spoke. */
function isOwnSpeech(transcript: string, spoken: string, mayEcho: boolean): boolean {
  const tokens = tokensOf(transcript)
  const voice = tokensOf(spoken)
  if (tokens.length >= MIN_TOKENS) return longestCommonRun(tokens, voice) >= Math.ceil(SHARE * tokens.length)
  const phrase = tokens.join(' ')
  const isLongEnough = phrase.length >= MIN_LETTERS && !QUESTION.test(transcript)
  return mayEcho && isLongEnough && ` ${voice.join(' ')} `.includes(` ${phrase} `)
}

/** Returns words, or characters in scripts without spaces. */
function tokensOf(text: string): readonly string[] {
  return fold(text)
    .split(' ')
    .flatMap((word) => (UNSPACED.test(word) ? Array.from(word) : word === '' ? [] : [word]))
}

/** A word, or a character of a script without spaces. */
const PIECE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

/** Returns the length of the longest common subsequence. The texts are short: a few sentences. */
function longestCommonRun(left: readonly string[], right: readonly string[]): number {
  let before = Array<number>(right.length + 1).fill(0)
  for (const token of left) {
    const row = [0]
    for (const [index, candidate] of right.entries()) {
      row.push(
        candidate === token ? (before[index] ?? 0) + 1 : Math.max(before[index + 1] ?? 0, row[index] ?? 0),
      )
    }
    before = row
  }
  return before.at(-1) ?? 0
}
