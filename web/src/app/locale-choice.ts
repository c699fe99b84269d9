import { DEFAULT_LOCALE, LOCALES, type Locale } from '@vee/contract/entities/locale'

export interface LocaleWishes {
  /** the value stored by the language switcher, possibly outdated or broken */
  readonly stored: string | null
  /** navigator.languages, most preferred first */
  readonly browser: readonly string[]
}

export function isLocale(tag: string): tag is Locale {
  return LOCALES.some((locale) => locale === tag)
}

const exactly = (wish: string) => LOCALES.find((locale) => locale.toLowerCase() === wish.toLowerCase())
const byPrefix = (wish: string) => {
  const language = wish.split('-')[0]?.toLowerCase()
  return LOCALES.find((locale) => locale.split('-')[0] === language)
}

/**
 * Returns the interface language for an address without a locale: the stored choice and then the browser's
 * ordered list, each matched exactly and then by language prefix (es-MX matches es-ES); English if nothing
 * matches.
 */
export function chooseLocale({ stored, browser }: LocaleWishes): Locale {
  const wishes = stored === null ? browser : [stored, ...browser]
  for (const match of [exactly, byPrefix]) {
    for (const wish of wishes) {
      const locale = match(wish)
      if (locale) return locale
    }
  }
  return DEFAULT_LOCALE
}

/**
 * Returns true if a path segment has the form of a language tag (RFC 5646: language, optional script,
 * optional region).
 */
export function looksLikeLanguageTag(segment: string): boolean {
  return /^[a-z]{2}([-_][a-z]{4})?([-_]([a-z]{2}|\d{3}))?$/i.test(segment)
}
