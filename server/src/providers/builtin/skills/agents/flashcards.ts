import { cardsIn } from '../../cards.ts'
import type { Skill } from '../../skill.ts'
import { subjectOf } from '../../subject.ts'

const MOST_CARDS = 100
/** Returns a question and an answer for every line of notes that explains a term. */
export const flashcards: Skill = {
  id: 'flashcards',
  answer(turn) {
    if (!turn.hears('flashcards')) return undefined
    const notes = subjectOf(turn, ['flashcards', 'bullets', 'leadIn'], 'all')
    if (notes === undefined) return turn.say('noCards')
    const cards = cardsIn(notes).slice(0, MOST_CARDS)
    const [first] = cards
    if (!first) return turn.say('noCards')
    const rows = cards.map(({ front, back }) => `| ${cell(front)} | ${cell(back)} |`)
    return {
      text: turn.say('flashcards', { cards: rows.join('\n') }),
      result: {
        kind: 'flashcards',
        title: cards.length === 1 ? first.front : `${first.front} …`,
        cards: [...cards],
      },
    }
  },
}

const cell = (text: string) => text.replaceAll('|', String.raw`\|`)
