import type { Skill } from '../../skill.ts'
import { bulleted, listItemsOf, sentencesOf, subjectOf } from '../../subject.ts'

/** Returns the items or sentences of a text, one per line; undefined for a single one, which is no list. */
export const listing: Skill = {
  id: 'listing',
  answer(turn) {
    if (!turn.hears('bullets')) return undefined
    const text = subjectOf(turn, ['bullets', 'leadIn'])
    if (text === undefined) return undefined
    const items = listItemsOf(text)
    const parts = items.length > 1 ? items : sentencesOf(text, turn.tag)
    if (parts.length === 0) return turn.say('noText')
    return parts.length === 1 ? undefined : bulleted(parts)
  },
}

export const sorting: Skill = {
  id: 'sorting',
  answer(turn) {
    if (!turn.hears('sort')) return undefined
    const text = subjectOf(turn, ['sort', 'leadIn'])
    if (text === undefined) return undefined
    const items = listItemsOf(text)
    const { compare } = new Intl.Collator(turn.tag, { numeric: true })
    return items.length === 0 ? turn.say('noText') : bulleted(items.toSorted(compare))
  },
}
