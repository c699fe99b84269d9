import type { Evidence, TranscriptLine } from '@vee/contract/entities/meeting'
import { folded } from '@vee/contract/meetings/search'

/** Quotes with fewer letters and digits occur by chance and are no evidence. */
const QUOTE_MIN_LENGTH = 4

/** Looks up a quote by its words, ignoring punctuation, spaces and case. */
type Prove = (quote: string) => Evidence | undefined

/** Returns a function that finds a quote in a transcript, with its time if times are known. */
export function findEvidence(transcript: string, lines: readonly TranscriptLine[]): Prove {
  const places: { readonly from: number; readonly start: number }[] = []
  let words = ''
  for (const { text, start } of lines) {
    places.push({ from: words.length, start })
    words += wordsOf(text)
  }
  const allWords = lines.length > 0 ? '' : wordsOf(transcript)

  return (quote) => {
    const wanted = wordsOf(quote)
    if (wanted.length < QUOTE_MIN_LENGTH) return undefined
    const found = words.indexOf(wanted)
    if (found !== -1) return { quote, at: places.findLast(({ from }) => from <= found)?.start ?? null }
    return allWords.includes(wanted) ? { quote, at: null } : undefined
  }
}

const wordsOf = (text: string) => folded(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')
