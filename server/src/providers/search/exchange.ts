import { DAY_MS } from '@vee/contract/time/durations'
import { z } from 'zod'
import type { SearchHit } from './search.ts'

/** Hits that are read of one answer: an engine may return thousands. */
const MAX_HITS = 50

/** The fields of a hit by their names in an engine's format. */
interface HitFields {
  readonly url?: string
  readonly title?: string
  /** the first that contains text; a list is joined */
  readonly snippet: readonly string[]
  readonly publishedAt?: string
}

const list = z.array(z.unknown())
const record = z.record(z.string(), z.unknown())

/** Returns the hits of a list in an engine's format. Entries without an address are skipped. */
export function hitsIn(
  entries: unknown,
  { url: urlField = 'url', title: titleField = 'title', snippet, publishedAt: dateField }: HitFields,
): readonly SearchHit[] {
  const read = list.safeParse(entries)
  return (read.success ? read.data.slice(0, MAX_HITS) : []).flatMap((entry): readonly SearchHit[] => {
    const fields = record.safeParse(entry)
    const url = fields.success ? textIn(fields.data, urlField) : ''
    if (!fields.success || url === '') return []
    const publishedAt = dateField === undefined ? '' : textIn(fields.data, dateField)
    return [
      {
        url,
        title: textIn(fields.data, titleField),
        snippet: snippet.map((field) => textIn(fields.data, field)).find((text) => text !== '') ?? '',
        ...(publishedAt !== '' && { publishedAt }),
      },
    ]
  })
}

/** Returns the text at a path such as `data.title`; texts of a list are joined. Empty if there is none. */
function textIn(fields: unknown, path: string): string {
  const value = valueAt(fields, path)
  if (typeof value === 'string') return value.trim()
  const texts = list.safeParse(value)
  return texts.success ? texts.data.filter((text) => typeof text === 'string').join(' … ') : ''
}

/** Returns the value at a path of names and indexes such as `data.results` or `0.url`; an empty path is the whole. */
export function valueAt(json: unknown, path: string): unknown {
  let value = json
  for (const name of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = Reflect.get(value, name)
  }
  return value
}

/** Returns the day at which a hit may be published at the earliest, as YYYY-MM-DD in UTC. */
export function firstDayOf(recency: 'day' | 'week' | 'month' | 'year', now: number): string {
  const days = { day: 1, week: 7, month: 31, year: 366 }[recency]
  return new Date(now - days * DAY_MS).toISOString().slice(0, 10)
}
