import type { ChatMessage } from '@vee/contract/entities/message'

/** An estimated language of a text. */
export interface LanguageGuess {
  /** ISO 639-1 */
  readonly language: string
  /** 0..1 */
  readonly score: number
  /** whether the text is long enough for a decision */
  readonly isReliable: boolean
}

/** Returns the language of a text by its letters and words; undefined if it cannot be estimated. */
export type LanguageDetector = (text: string) => Promise<LanguageGuess | undefined>

interface DetectedLanguage {
  /** language and region, as in `es-ES`; null if uncertain */
  readonly language: string | null
  /** 0..1 */
  readonly confidence: number
}

export interface LanguageDetection {
  /** Returns the language of the conversation by its last messages with usable text. */
  detect(messages: readonly Pick<ChatMessage, 'role' | 'content'>[]): Promise<DetectedLanguage>
}

/** Number of messages that are analysed. */
const MAX_MESSAGES = 6
/** More text does not improve the result. In UTF-16 code units. */
const MAX_LENGTH = 4_000
const UNSURE: DetectedLanguage = { language: null, confidence: 0 }
/** Scripts of a single language. */
const OWN_SCRIPTS: readonly (readonly [RegExp, language: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
]

/** Runs on this server: no text is sent elsewhere. */
export function createLanguageDetection(detect: LanguageDetector): LanguageDetection {
  const detectIn = async (text: string): Promise<DetectedLanguage> => {
    const byScript = languageOfScript(text)
    if (byScript !== undefined) return { language: tagOf(byScript), confidence: 1 }
    const guess = /\p{L}{2}/u.test(text) ? await detect(text) : undefined
    if (!guess) return UNSURE
    return { language: guess.isReliable ? tagOf(guess.language) : null, confidence: round(guess.score) }
  }
  return {
    async detect(messages) {
      const spoken = messages
        .filter(({ role }) => role === 'user' || role === 'assistant')
        .map(({ role, content }) => ({ role, words: wordsOf(content) }))
        .filter(({ words }) => words !== '')
        .slice(-MAX_MESSAGES)
      const userTexts = spoken.filter(({ role }) => role === 'user')
      // The user's own words determine the language; a reply may have been requested in another.
      const byPerson = await detectIn(joined(userTexts))
      return byPerson.language === null ? await detectIn(joined(spoken)) : byPerson
    },
  }
}

const joined = (messages: readonly { readonly words: string }[]) =>
  messages
    .map(({ words }) => words)
    .join('\n')
    .slice(-MAX_LENGTH)

/** Returns a message without code, addresses and markup, which have no language. */
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

/** Adds the region with the most speakers: `pt-BR`, `zh-CN`, `en-US`. */
function tagOf(language: string): string {
  const { region } = new Intl.Locale(language).maximize()
  const tag = region === undefined || !/^[A-Z]{2}$/.test(region) ? language : region
  return `${language.toLowerCase()}-${tag.toUpperCase()}`
}

const round = (score: number) => Math.round(Math.min(1, Math.max(0, score)) * 100) / 100
