import { MODEL_PHRASES } from './model-phrases.ts'

/** A request for another model. */
export type SpokenModelChoice =
  | { readonly model: 'strong' | 'fast' | 'automatic' }
  | {
      readonly model: 'named'
      /** as spoken: lower case, without punctuation; without spaces in Japanese, Korean and Chinese */
      readonly name: string
      /** the speaker called it a model; otherwise it may be anything, as in "use metric units" */
      readonly isCertain: boolean
    }

interface Patterns {
  readonly requests: readonly RegExp[]
  readonly article: RegExp
  readonly strong: RegExp
  readonly fast: RegExp
  readonly automatic: RegExp
  readonly automaticAlone: RegExp
  readonly before: RegExp
  readonly after: RegExp
}

const anchored = (source: string) => new RegExp(`^(?:${source})$`, 'u')
const compiled = new Map<string, Patterns>()

function patternsOf(base: string): Patterns | undefined {
  const cachedPatterns = compiled.get(base)
  const phrases = MODEL_PHRASES[base]
  if (cachedPatterns || !phrases) return cachedPatterns
  const patterns: Patterns = {
    requests: phrases.requests.map(anchored),
    article: new RegExp(`^(?:${phrases.article ?? '(?!)'})`, 'u'),
    strong: anchored(phrases.strong),
    fast: anchored(phrases.fast),
    automatic: anchored(phrases.automatic),
    automaticAlone: anchored(phrases.automaticAlone),
    before: new RegExp(`^(?:${phrases.before})`, 'u'),
    after: new RegExp(`(?:${phrases.after})$`, 'u'),
  }
  compiled.set(base, patterns)
  return patterns
}

/** Longest name of a model: a longer text is a sentence. In words, and in UTF-16 code units. */
const MAX_NAME_WORDS = 6
const MAX_NAME_LENGTH = 60
/** Longest name without a digit that is certainly one of a model: "the model view controller pattern" is none. */
const MAX_CERTAIN_WORDS = 2

/**
 * Returns the model that a whole utterance asks for, normalized by `normalizeCommand` in that language; undefined if it
 * does not have the form of such a request.
 */
export function modelChoiceIn(base: string, bare: string): SpokenModelChoice | undefined {
  const patterns = patternsOf(base)
  if (!patterns) return undefined
  if (patterns.automaticAlone.test(bare)) return { model: 'automatic' }
  for (const request of patterns.requests) {
    const { rest, model } = request.exec(bare)?.groups ?? {}
    const choice = model === undefined ? rest !== undefined && choiceOf(rest, patterns) : named(model, true)
    if (choice) return choice
  }
  return undefined
}

function choiceOf(rest: string, patterns: Patterns): SpokenModelChoice | undefined {
  const noun = rest.replace(patterns.article, '')
  if (patterns.automatic.test(noun)) return { model: 'automatic' }
  if (patterns.strong.test(noun)) return { model: 'strong' }
  if (patterns.fast.test(noun)) return { model: 'fast' }
  const afterWord = noun.replace(patterns.before, '')
  if (afterWord !== noun) return named(afterWord, true)
  return named(noun.replace(patterns.after, ''), false)
}

function named(name: string, isSaidToBeModel: boolean): SpokenModelChoice | undefined {
  const words = name.split(' ').length
  if (name === '' || words > MAX_NAME_WORDS || name.length > MAX_NAME_LENGTH) return undefined
  const isCertain = isSaidToBeModel && (words <= MAX_CERTAIN_WORDS || /\d/.test(name))
  return { model: 'named', name, isCertain }
}
