import { TAGS_MAX } from '@vee/contract/http/meetings'
import { z } from 'zod'
import { tagKey } from './rows.ts'

export interface TagCount {
  readonly tag: string
  readonly count: number
}

const tagsOfOne = z.array(z.string())

/**
 * Returns the tags of all meetings with their counts, the most used first. Each meeting's tags are passed as
 * JSON. Comparison ignores case; the spelling of the first occurrence is returned. Of more than `TAGS_MAX`
 * different tags, the first ones are counted.
 */
export async function countedTags(tagsOfMeetings: AsyncIterable<string>): Promise<TagCount[]> {
  const counts = new Map<string, { tag: string; count: number }>()
  for await (const json of tagsOfMeetings) {
    for (const tag of tagsOfOne.parse(JSON.parse(json)).filter(Boolean)) {
      const known = counts.get(tagKey(tag))
      if (known) known.count += 1
      else if (counts.size < TAGS_MAX) counts.set(tagKey(tag), { tag, count: 1 })
    }
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
}
