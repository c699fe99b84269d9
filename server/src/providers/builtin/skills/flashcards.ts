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
    const cards = notes.split('\n').flatMap(cardOf).slice(0, MOST_CARDS)
    const [first] = cards
    if (!first) return turn.say('noCards')
    const rows = cards.map(({ front, back }) => `| ${cell(front)} | ${cell(back)} |`)
    return {
      text: turn.say('flashcards', { cards: rows.join('\n') }),
      result: { kind: 'flashcards', title: cards.length === 1 ? first.front : `${first.front} …`, cards },
    }
  },
}

function cardOf(line: string): readonly { front: string; back: string }[] {
  const { term, meaning } = CARD.exec(line)?.groups ?? {}
  return term?.trim() && meaning?.trim() ? [{ front: term.trim(), back: meaning.trim() }] : []
}

const cell = (text: string) => text.replaceAll('|', String.raw`\|`)
