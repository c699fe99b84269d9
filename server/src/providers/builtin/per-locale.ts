import type { Locale } from '@vee/contract/entities/locale'

/** Returns a function that calls `make` once per locale and caches the result. */
export function perLocale<T>(make: (locale: Locale) => T): (locale: Locale) => T {
  const made = new Map<Locale, T>()
  return (locale) => {
    const value = made.get(locale) ?? make(locale)
    made.set(locale, value)
    return value
  }
}
