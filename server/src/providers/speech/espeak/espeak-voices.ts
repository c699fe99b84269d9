import { LOCALES } from '@vee/contract/entities/locale'
import type { Voice } from '@vee/contract/entities/voice'

const VOICES_PER_LANGUAGE = 2
const MAX_VOICES = 128
const DEFAULT_LANGUAGE = 'en-US'
/** Folder of Esperanto's many younger sisters. */
const CONSTRUCTED = 'art/'

interface ListedVoice {
  /** as reported by espeak-ng; lower is better */
  readonly priority: number
  /** whether the tag is the language's own, or names the main region of the language */
  readonly isMain: boolean
  readonly providerVoiceId: string
  /** canonical BCP 47 */
  readonly lang: string
  readonly language: string
  readonly gender: Voice['gender']
}

/**
 * Parses the table of `espeak-ng --voices`. Returns the best two voices of each natural language out of more
 * than a hundred, the interface languages first; omits accents that have no language tag of their own.
 */
export function parseVoices(table: string): Voice[] {
  const byTag = new Map<string, ListedVoice>()
  for (const line of table.split('\n')) {
    const voice = parseLine(line)
    if (voice && !byTag.has(voice.lang)) byTag.set(voice.lang, voice)
  }
  const byLanguage = Map.groupBy(byTag.values(), ({ language }) => language)
  return [...byLanguage]
    .toSorted(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b))
    .flatMap(([, voices]) => voices.toSorted(byPreference).slice(0, VOICES_PER_LANGUAGE))
    .slice(0, MAX_VOICES)
    .map(toVoice)
}

/** Columns: priority, language, age/gender, name, file, other languages. */
function parseLine(line: string): ListedVoice | undefined {
  const [priority, tag, ageAndGender, , file] = line.trim().split(/\s+/)
  if (priority === undefined || !/^\d+$/.test(priority) || tag === undefined || file?.startsWith(CONSTRUCTED))
    return undefined
  const locale = localeOf(tag)
  if (locale === undefined) return undefined
  const gender = ageAndGender?.endsWith('/F') ? 'female' : ageAndGender?.endsWith('/M') ? 'male' : null
  const { language, region } = locale
  const isMain = region === undefined || region === new Intl.Locale(language).maximize().region
  return {
    priority: Number(priority),
    isMain,
    providerVoiceId: tag,
    lang: locale.toString(),
    language,
    gender,
  }
}

const byPreference = (a: ListedVoice, b: ListedVoice) =>
  Number(b.isMain) - Number(a.isMain) || a.priority - b.priority

/**
 * Returns undefined if it is no tag, and for tags of an accent or of another script (`-x-rp`,
 * `-latn-pinyin`).
 */
function localeOf(tag: string): Intl.Locale | undefined {
  try {
    const locale = new Intl.Locale(tag)
    const isPlain =
      locale.baseName === locale.toString() && /^[a-z]+(-[A-Z]{2}|-\d{3})?$/.test(locale.baseName)
    return isPlain ? locale : undefined
  } catch {
    return undefined
  }
}

function toVoice({ providerVoiceId, lang, gender }: ListedVoice): Voice {
  const name = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' }).of(lang) ?? lang
  return {
    id: `espeak_${providerVoiceId}`,
    providerVoiceId,
    name,
    lang,
    provider: 'espeak',
    quality: 'basic',
    isDefault: lang === DEFAULT_LANGUAGE,
    gender,
    description: 'Synthetic voice, made on this server',
  }
}

const INTERFACE_LANGUAGES = LOCALES.map((locale) => new Intl.Locale(locale).language)

function rank(language: string): number {
  const index = INTERFACE_LANGUAGES.indexOf(language)
  return index === -1 ? INTERFACE_LANGUAGES.length : index
}
