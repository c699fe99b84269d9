import type { Source } from '@vee/contract/entities/source'

/** Returns sources with another one, by number; a newer reading takes the place of the one with its number. */
export const withSource = (sources: readonly Source[], source: Source): readonly Source[] =>
  [...sources.filter(({ number }) => number !== source.number), source].toSorted(
    (a, b) => a.number - b.number,
  )

/** The name of a source in words: that of its site, else its title. */
export const sourceName = ({ site, title }: Source): string => site ?? title

const isText = (value: unknown): value is string => typeof value === 'string'

/** Returns whether a stored value has every field that rendering sources relies on. */
export const areSources = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((source: unknown) => {
    if (typeof source !== 'object' || source === null) return false
    const { id, number, title, site, url, quotes } = source as Readonly<Record<string, unknown>>
    const mayBeText = (text: unknown) => text === null || isText(text)
    const hasTexts = [id, title].every(isText) && [site, url].every(mayBeText)
    return hasTexts && typeof number === 'number' && Array.isArray(quotes)
  })
