import { z } from 'zod'
import { tagKey } from './rows.ts'

export interface TagCount {
  readonly tag: string
  readonly count: number
}

const tagsOfOne = z.array(z.string())

/**
 * Returns the tags of all meetings with their counts, the most used first. Each meeting's tags are passed as
 * JSON. Comparison ignores case; the spelling of the first occurrence is returned.
 */
export function countedTags(tags: readonly string[]): TagCount[] {
  const counts = new Map<string, { tag: string; count: number }>()
  for (const tag of tags.flatMap((json) => tagsOfOne.parse(JSON.parse(json)).filter(Boolean))) {
    const known = counts.get(tagKey(tag))
    if (known) known.count += 1
    else counts.set(tagKey(tag), { tag, count: 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
}
