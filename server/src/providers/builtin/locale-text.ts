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

/** What the responder understands and says in one language. English is the type of all others. */
export interface LocaleText {
  /** phrases that tell what is wanted */
  readonly triggers: Readonly<Record<TriggerKey, readonly string[]>>
  /** words that carry no wish of their own; they also tell the language */
  readonly stopwords: readonly string[]
  readonly operators: Readonly<Record<keyof typeof en.operators, readonly string[]>>
  readonly numberWords: Readonly<Record<string, number>>
  /** the first name of each is shown where the platform has none of its own */
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

/** The locale of a BCP 47 tag's language; undefined for tags that are none and languages that are not spoken here. */
export function localeOfTag(tag: string): Locale | undefined {
  try {
    const { language } = new Intl.Locale(tag)
    return LOCALES.find((locale) => new Intl.Locale(locale).language === language)
  } catch {
    return undefined
  }
}

/** What Intl formats by: `en` alone would be American, where a short date is read wrongly by most. */
export const formatTag = (locale: Locale): string => (locale === DEFAULT_LOCALE ? 'en-US' : locale)
