import { DEFAULT_LOCALE, LOCALES, type Locale } from '@vee/contract/entities/locale'
import de from './text/de-DE.json' with { type: 'json' }
import en from './text/en.json' with { type: 'json' }
import es from './text/es-ES.json' with { type: 'json' }
import fr from './text/fr-FR.json' with { type: 'json' }
import it from './text/it-IT.json' with { type: 'json' }
import ja from './text/ja-JP.json' with { type: 'json' }
import ko from './text/ko-KR.json' with { type: 'json' }
import pt from './text/pt-BR.json' with { type: 'json' }
import zh from './text/zh-CN.json' with { type: 'json' }

export type TriggerKey = keyof typeof en.triggers
export type AnswerKey = keyof typeof en.answers
export type UnitKey = keyof typeof en.units

/** The phrases and replies of the responder in one language. The type is derived from English. */
export interface LocaleText {
  /** phrases by which a request is recognized */
  readonly triggers: Readonly<Record<TriggerKey, readonly string[]>>
  /** words without a meaning for the request; they also indicate the language */
  readonly stopwords: readonly string[]
  /** words that join two requests */
  readonly conjunctions: readonly string[]
  readonly operators: Readonly<Record<keyof typeof en.operators, readonly string[]>>
  readonly numberWords: Readonly<Record<string, number>>
  /** the first name of each is displayed if the platform has no name for the unit */
  readonly units: Readonly<Record<UnitKey, readonly string[]>>
  /** days from today */
  readonly relativeDays: Readonly<Record<string, number>>
  /** `MM-DD` */
  readonly feasts: Readonly<Record<string, string>>
  /** IANA time zones by names that the zone itself does not have */
  readonly places: Readonly<Record<string, string>>
  /** with `{placeholders}` */
  readonly answers: Readonly<Record<AnswerKey, string>>
}

const TEXTS: Readonly<Record<Locale, LocaleText>> = {
  en,
  'es-ES': es,
  'fr-FR': fr,
  'de-DE': de,
  'it-IT': it,
  'pt-BR': pt,
  'ja-JP': ja,
  'ko-KR': ko,
  'zh-CN': zh,
}

export const textOf = (locale: Locale): LocaleText => TEXTS[locale]

/**
 * Returns the locale for the language of a BCP 47 tag; undefined for invalid tags and unsupported languages.
 */
export function localeOfTag(tag: string): Locale | undefined {
  try {
    const { language } = new Intl.Locale(tag)
    return LOCALES.find((locale) => new Intl.Locale(locale).language === language)
  } catch {
    return undefined
  }
}

/** Returns the tag passed to Intl. */
export const formatTag = (locale: Locale): string => (locale === DEFAULT_LOCALE ? 'en-US' : locale)
