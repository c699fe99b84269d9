import { DEFAULT_LOCALE, LOCALES, type Locale } from '@vee/contract/entities/locale'

export interface LocaleWishes {
  /** what the language switcher stored, however old or broken */
  readonly stored: string | null
  /** navigator.languages, most wanted first */
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
 * The interface language of someone who has not asked for one in the address: the stored wish and then the browser's
 * ordered list, each looked up exactly and then by language prefix (es-MX finds es-ES); English when nothing fits.
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

/** Whether a path segment is meant as a language tag (RFC 5646: language, optional script, optional region). */
export function looksLikeLanguageTag(segment: string): boolean {
  return /^[a-z]{2}([-_][a-z]{4})?([-_]([a-z]{2}|\d{3}))?$/i.test(segment)
}
