import { LOOK_PHRASES } from './look-phrases.ts'
import { normalizeCommand } from './normalize-command.ts'

/** The picture that goes with a spoken turn. */
export type LookSource = 'camera' | 'screen'

/** A request to look at something, or to stop looking. */
export type SpokenLook =
  | {
      readonly kind: 'look'
      readonly source: LookSource
      /** "What is this?": a request to look only if nothing else can be meant */
      readonly isQuestion: boolean
      /** the whole utterance, which is the message that the picture goes with */
      readonly text: string
    }
  | { readonly kind: 'look-away' }

/** Ends the first clause in any of the nine languages. */
const CLAUSE_END = /[.,!?:;…。、，！？：；]/u

const cachedPhrases = new Map<string, ReadonlyMap<string, string>>()

/** Returns the kind of each normalized phrase of a language. */
function kindsOf(base: string): ReadonlyMap<string, string> {
  const cached = cachedPhrases.get(base)
  if (cached) return cached
  const kinds = new Map(
    Object.entries(LOOK_PHRASES[base] ?? {}).flatMap(([kind, phrases]: [string, string]) =>
      phrases.split('|').map((phrase) => [normalizeCommand(phrase, base), kind] as const),
    ),
  )
  cachedPhrases.set(base, kinds)
  return kinds
}

/**
 * Returns the request to look if the utterance is one, or begins with one: "Look at this. What does the label say?" does,
 * "look at this problem from another side" does not.
 */
export function lookIn(base: string, spoken: string): SpokenLook | undefined {
  const kinds = kindsOf(base)
  const text = spoken.trim()
  const wholeMatch = kinds.get(normalizeCommand(text, base))
  if (wholeMatch === 'away') return { kind: 'look-away' }
  if (wholeMatch === 'question') return { kind: 'look', source: 'camera', isQuestion: true, text }
  const [first = ''] = text.split(CLAUSE_END, 1)
  const kind = wholeMatch ?? kinds.get(normalizeCommand(first, base))
  if (kind !== 'camera' && kind !== 'screen') return undefined
  return { kind: 'look', source: kind, isQuestion: false, text }
}
