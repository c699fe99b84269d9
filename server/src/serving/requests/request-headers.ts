import type { IncomingHttpHeaders } from 'node:http'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@vee/contract/entities/locale'
import { ownKeyHeader } from '@vee/contract/entities/own-key-vendors'
import { ownKeysIn, type OwnKeys } from '#domain/money/ledger/index.ts'

const EVENTS = /^text\/event-stream(?:;|$)/i
const NOT_AT_ALL = /;q=0(?:\.0*)?(?:;|$)/i

/**
 * Returns true if an `Accept` header contains `text/event-stream` (case-insensitive) with a quality above 0.
 */
export function acceptsEvents(header: string | undefined): boolean {
  const ranges = (header ?? '').replaceAll(/\s/g, '').split(',')
  return ranges.some((range) => EVENTS.test(range) && !NOT_AT_ALL.test(range))
}

/** Returns the caller's own keys, for this request only. */
export function ownKeysOf(headers: IncomingHttpHeaders): OwnKeys {
  return ownKeysIn((vendor) => headers[ownKeyHeader(vendor)])
}

/**
 * Returns the interface language for an `Accept-Language` header: an exact match first, then the same
 * language.
 */
export function localeOf(header: string | undefined): Locale {
  const preferred = byPreference(header ?? '')
  const exact = preferred.map((tag) => LOCALES.find((locale) => locale.toLowerCase() === tag))
  const alike = preferred.map((tag) =>
    LOCALES.find((locale) => primary(locale.toLowerCase()) === primary(tag)),
  )
  return [...exact, ...alike].find((locale) => locale !== undefined) ?? DEFAULT_LOCALE
}

function byPreference(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', quality] = entry
        .trim()
        .toLowerCase()
        .split(/;\s*q=/)
      return { tag, weight: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

function primary(tag: string): string {
  return tag.split('-')[0] ?? tag
}
