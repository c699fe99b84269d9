export interface Flashcard {
  readonly front: string
  readonly back: string
}

/** Lengths in UTF-16 code units. A longer line is not treated as an explanation of a term. */
const LINE_MAX_LENGTH = 700
const TERM_MAX_LENGTH = 120
const MEANING_MAX_LENGTH = 501

/** Separators between a term and its meaning. All except the colon require spaces around them. */
const SEPARATOR = /\s[-–—=]\s|[:：]/u

/** Returns a card for every line of the notes that explains a term. */
export const cardsIn = (notes: string): readonly Flashcard[] => notes.split('\n').flatMap(cardOf)

function cardOf(line: string): readonly Flashcard[] {
  const text = line.trim()
  if (text.length > LINE_MAX_LENGTH) return []
  const card = text.replace(/^[-*•]\s+/, '')
  const separator = SEPARATOR.exec(card)
  if (!separator) return []
  const front = card.slice(0, separator.index).trim()
  const back = card.slice(separator.index + separator[0].length).trim()
  const isCard =
    front !== '' && front.length <= TERM_MAX_LENGTH && back !== '' && back.length <= MEANING_MAX_LENGTH
  return isCard ? [{ front, back }] : []
}
