import { LOCALES } from '@vee/contract/entities/locale'
import { speechTagOf } from '#lib/language-code.ts'
import type { Settings } from '#lib/settings/index.ts'

/** What detection and the interface may change of the languages, by the rules of the specification. All tags are BCP 47. */

type LanguageSettings = Pick<
  Settings,
  | 'languagePreferenceLocked'
  | 'sttAutoDetectLanguage'
  | 'speechLanguage'
  | 'responseLanguageMode'
  | 'fixedResponseLanguage'
>
type Changes = Partial<Settings>

const NOTHING: Changes = {}

const baseOf = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? ''

/** The languages that somebody is likely to speak: each once, the first ones first. */
export function distinctLanguages(tags: readonly string[]): readonly string[] {
  const known = tags.filter((tag) => tag !== '').map(speechTagOf)
  return known.filter((tag, index) => known.findIndex((other) => baseOf(other) === baseOf(tag)) === index)
}

/** The user has changed the language of the interface (R4.61). */
export function afterInterfaceChange(settings: LanguageSettings, locale: string): Changes {
  if (settings.languagePreferenceLocked) return NOTHING
  return { speechLanguage: speechTagOf(locale), responseLanguageMode: 'follow-stt' }
}

/** A language was heard (R4.62): one of the user's own or of Vee's, or it is taken for a mistake of the engine. */
export function afterSpeechDetected(
  settings: LanguageSettings,
  heard: string,
  own: readonly string[],
): Changes {
  if (settings.languagePreferenceLocked || !settings.sttAutoDetectLanguage) return NOTHING
  const isHeard = (tag: string) => tag !== '' && baseOf(tag) === baseOf(heard)
  // What is spoken already keeps its region.
  const language = [settings.speechLanguage, ...own, ...LOCALES].find(isHeard)
  if (language === undefined) return NOTHING
  return { speechLanguage: speechTagOf(language), responseLanguageMode: 'follow-stt' }
}

/** Whether another language is spoken now; who has told none speaks that of the page. */
export const isOtherLanguage = (now: string, before: string, interfaceLanguage: string): boolean =>
  speechTagOf(now || interfaceLanguage) !== speechTagOf(before || interfaceLanguage)

/** The language that an engine is told to expect; undefined when it is to find out. */
export function expectedLanguage(settings: LanguageSettings): string | undefined {
  if (settings.sttAutoDetectLanguage && !settings.languagePreferenceLocked) return undefined
  return settings.speechLanguage || undefined
}

/** The language that replies are to be written in; undefined when the model goes by the conversation. */
export function wantedReplyLanguage(
  settings: LanguageSettings,
  interfaceLanguage: string,
): string | undefined {
  switch (settings.responseLanguageMode) {
    case 'auto':
      return undefined
    case 'fixed':
      return settings.fixedResponseLanguage || interfaceLanguage
    case 'follow-stt':
      return settings.speechLanguage || interfaceLanguage
  }
}

/** The language that replies are said in. */
export function voiceLanguage(settings: LanguageSettings, interfaceLanguage: string): string {
  return wantedReplyLanguage(settings, interfaceLanguage) ?? (settings.speechLanguage || interfaceLanguage)
}
