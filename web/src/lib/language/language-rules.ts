import { LOCALES } from '@vee/contract/entities/locale'
import { speechTagOf } from './language-code.ts'
import type { UserSettings } from '../settings/index.ts'

/**
 * How detection and the interface may change the language settings; see the functions below. All tags are BCP
 * 47.
 */

type LanguageSettings = Pick<
  UserSettings,
  | 'languagePreferenceLocked'
  | 'sttAutoDetectLanguage'
  | 'speechLanguage'
  | 'spokenLanguages'
  | 'responseLanguageMode'
  | 'fixedResponseLanguage'
>
type Changes = Partial<UserSettings>

const NOTHING: Changes = {}

const baseOf = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? ''

/** Returns the likely languages of the user: distinct, in order of priority. */
export function distinctLanguages(tags: readonly string[]): readonly string[] {
  const speechTags = tags.filter((tag) => tag !== '').map(speechTagOf)
  return speechTags.filter(
    (tag, index) => speechTags.findIndex((other) => baseOf(other) === baseOf(tag)) === index,
  )
}

/** Returns the settings after a change of the interface language by the user. */
export function afterInterfaceChange(settings: LanguageSettings, locale: string): Changes {
  if (settings.languagePreferenceLocked) return NOTHING
  return { speechLanguage: speechTagOf(locale), responseLanguageMode: 'follow-stt' }
}

/**
 * Returns the settings after speech in a language: one of the user's or Vee's languages, or, if the user has chosen
 * languages, one of those; others are treated as errors of the engine.
 */
export function afterSpeechDetected(
  settings: LanguageSettings,
  spokenLanguage: string,
  own: readonly string[],
): Changes {
  if (settings.languagePreferenceLocked || !settings.sttAutoDetectLanguage) return NOTHING
  const isHeard = (tag: string) => tag !== '' && baseOf(tag) === baseOf(spokenLanguage)
  // A language already in use keeps its region.
  const chosen = settings.spokenLanguages
  if (chosen.length > 0 && !chosen.some(isHeard)) return NOTHING
  const language = [settings.speechLanguage, ...chosen, ...own, ...LOCALES].find(isHeard)
  if (language === undefined) return NOTHING
  return { speechLanguage: speechTagOf(language), responseLanguageMode: 'follow-stt' }
}

/** Returns true if another language is spoken now; the default is the page's. */
export const isOtherLanguage = (now: string, before: string, interfaceLanguage: string): boolean =>
  speechTagOf(now || interfaceLanguage) !== speechTagOf(before || interfaceLanguage)

/** Returns the language passed to an engine; undefined for automatic detection. */
export function expectedLanguage(settings: LanguageSettings): string | undefined {
  if (settings.sttAutoDetectLanguage && !settings.languagePreferenceLocked) return undefined
  return settings.speechLanguage || undefined
}

/** Returns the language in which replies are written; undefined if the model decides by the conversation. */
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

/** Returns the language in which replies are spoken. */
export function voiceLanguage(settings: LanguageSettings, interfaceLanguage: string): string {
  return wantedReplyLanguage(settings, interfaceLanguage) ?? (settings.speechLanguage || interfaceLanguage)
}
