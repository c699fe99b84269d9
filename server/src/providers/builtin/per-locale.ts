import type { Locale } from '@vee/contract/entities/locale'

/** Makes something once for each language that it is asked for, and keeps it. */
export function perLocale<T>(make: (locale: Locale) => T): (locale: Locale) => T {
  const made = new Map<Locale, T>()
  return (locale) => {
    const known = made.get(locale) ?? make(locale)
    made.set(locale, known)
    return known
  }
}
