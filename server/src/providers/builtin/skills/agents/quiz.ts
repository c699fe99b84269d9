import { cardsIn, type Flashcard } from '../../cards.ts'
import { foldPhrase, matcherOf } from '../../phrases.ts'
import { SCREEN_TEXTS } from '../../text/screen-texts.ts'
import type { Skill } from '../../skill.ts'
import { textToWorkOn } from '../../subject.ts'

const MOST_QUESTIONS = 20
const MOST_OPTIONS = 4
/** Maximum length of an option, in UTF-16 code units. */
const OPTION_LENGTH = 300

/** Asks for the meaning of each term in the notes, with the meanings of other terms as wrong options. */
export const quiz: Skill = {
  id: 'quiz',
  answer(turn) {
    if (turn.command.search(matcherOf(SCREEN_TEXTS[turn.heardIn].quizWords)) === -1) return undefined
    const { quiz: made, noQuiz } = SCREEN_TEXTS[turn.answeredIn]
    const cards = differentCards(cardsIn(textToWorkOn(turn))).slice(0, MOST_QUESTIONS)
    const [first] = cards
    if (!first || cards.length < 2) return noQuiz
    const questions = cards.map((card, index) => questionAbout(card, index, cards))
    return {
      text: made.replace('{count}', String(questions.length)),
      result: { kind: 'quiz', title: `${first.front} …`, questions },
    }
  },
}

/** Removes cards with duplicate meanings, because two options would be correct. */
function differentCards(cards: readonly Flashcard[]): readonly Flashcard[] {
  const seenTerms = new Set<string>()
  return cards.flatMap(({ front, back }) => {
    const meaning = back.slice(0, OPTION_LENGTH)
    if (seenTerms.has(foldPhrase(meaning))) return []
    seenTerms.add(foldPhrase(meaning))
    return [{ front, back: meaning }]
  })
}

/**
 * Returns a question whose wrong options are the next meanings in the notes; the position of the correct one
 * rotates.
 */
function questionAbout({ front, back }: Flashcard, index: number, cards: readonly Flashcard[]) {
  const count = Math.min(MOST_OPTIONS, cards.length)
  const answerIndex = index % count
  const others = Array.from(
    { length: count - 1 },
    (_, step) => cards[(index + step + 1) % cards.length]?.back ?? '',
  )
  return {
    question: front,
    options: others.toSpliced(answerIndex, 0, back),
    answer: answerIndex,
    explanation: `${front}: ${back}`,
  }
}
