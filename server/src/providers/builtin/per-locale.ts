import type { Locale } from '@vee/contract/entities/locale'

/** Returns a function that calls `make` once per locale and caches the result. */
export function perLocale<T>(make: (locale: Locale) => T): (locale: Locale) => T {
  const cache = new Map<Locale, T>()
  return (locale) => {
    const value = cache.get(locale) ?? make(locale)
    cache.set(locale, value)
    return value
  }
}
