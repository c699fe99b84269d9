import type { ChatMessage } from '@vee/contract/entities/message'

/** A guess at a text's language. */
export interface LanguageGuess {
  /** ISO 639-1 */
  readonly language: string
  /** 0..1 */
  readonly score: number
  /** whether the text says enough to go by it */
  readonly isReliable: boolean
}

/** Tells a text's language by its letters and words. Undefined when nothing tells. */
export type GuessLanguage = (text: string) => Promise<LanguageGuess | undefined>

interface DetectedLanguage {
  /** language and region, as in `es-ES`; null when it is not sure */
  readonly language: string | null
  /** 0..1 */
  readonly confidence: number
}

export interface LanguageDetection {
  /** The language of the conversation, by its last messages with usable content. */
  detect(messages: readonly Pick<ChatMessage, 'role' | 'content'>[]): Promise<DetectedLanguage>
}

/** Messages that are looked at (R4.65). */
const MESSAGES = 6
/** More words make nothing surer. In UTF-16 code units. */
const MAX_LENGTH = 4_000
const UNSURE: DetectedLanguage = { language: null, confidence: 0 }
/** Scripts that only one language writes. */
const OWN_SCRIPTS: readonly (readonly [RegExp, language: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
]

/** Everything happens on this server: what was said goes nowhere. */
export function createLanguageDetection(guess: GuessLanguage): LanguageDetection {
  const detectIn = async (text: string): Promise<DetectedLanguage> => {
    const byScript = languageOfScript(text)
    if (byScript !== undefined) return { language: tagOf(byScript), confidence: 1 }
    const found = /\p{L}{2}/u.test(text) ? await guess(text) : undefined
    if (!found) return UNSURE
    return { language: found.isReliable ? tagOf(found.language) : null, confidence: round(found.score) }
  }
  return {
    async detect(messages) {
      const spoken = messages
        .filter(({ role }) => role === 'user' || role === 'assistant')
        .map(({ role, content }) => ({ role, words: wordsOf(content) }))
        .filter(({ words }) => words !== '')
        .slice(-MESSAGES)
      const said = spoken.filter(({ role }) => role === 'user')
      // The person's own words tell their language; an answer may have been asked for in another.
      const byPerson = await detectIn(joined(said))
      return byPerson.language === null ? await detectIn(joined(spoken)) : byPerson
    },
  }
}

const joined = (messages: readonly { readonly words: string }[]) =>
  messages
    .map(({ words }) => words)
    .join('\n')
    .slice(-MAX_LENGTH)

/** A message without code, addresses and markup, which are of no language. */
function wordsOf(content: string): string {
  return content
    .replaceAll(/```[\s\S]*?(?:```|$)/g, ' ')
    .replaceAll(/`[^`\n]*`|https?:\/\/\S+|[*_#>|~[\]()]/g, ' ')
    .trim()
}

function languageOfScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return OWN_SCRIPTS.find(([script]) => (text.match(script)?.length ?? 0) > letters * 0.15)?.[1]
}

/** With the region where most people speak it: `pt-BR`, `zh-CN`, `en-US` (section 5 of the specification; decision A121). */
function tagOf(language: string): string {
  const { region } = new Intl.Locale(language).maximize()
  const tag = region === undefined || !/^[A-Z]{2}$/.test(region) ? language : region
  return `${language.toLowerCase()}-${tag.toUpperCase()}`
}

const round = (score: number) => Math.round(Math.min(1, Math.max(0, score)) * 100) / 100
