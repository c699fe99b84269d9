import type { Skill } from '../skill.ts'
import { subjectOf } from '../subject.ts'

const MOST_CARDS = 100
/** A term, a sign that parts, what it means. The signs need spaces around them, but the colon. */
const CARD = /^\s*(?:[-*•]\s+)?(?<term>[^:：]{1,120}?)(?:\s+[-–—=]\s+|\s*[:：]\s*)(?<meaning>\S.{0,500})$/u

/** Question and answer from every line of notes that explains a term. */
export const flashcards: Skill = {
  id: 'flashcards',
  answer(turn) {
    if (!turn.hears('flashcards')) return undefined
    const notes = subjectOf(turn, ['flashcards', 'bullets', 'leadIn'], 'all')
    if (notes === undefined) return turn.say('noCards')
    const cards = notes.split('\n').flatMap(rowOf).slice(0, MOST_CARDS)
    return cards.length === 0 ? turn.say('noCards') : turn.say('flashcards', { cards: cards.join('\n') })
  },
}

function rowOf(line: string): readonly string[] {
  const { term, meaning } = CARD.exec(line)?.groups ?? {}
  return term === undefined || meaning === undefined ? [] : [`| ${cell(term)} | ${cell(meaning)} |`]
}

const cell = (text: string) => text.trim().replaceAll('|', String.raw`\|`)
