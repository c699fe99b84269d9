export interface Card {
  readonly front: string
  readonly back: string
}

/** A term, a sign that parts, what it means. The signs need spaces around them, but the colon. */
const CARD = /^\s*(?:[-*•]\s+)?(?<term>[^:：]{1,120}?)(?:\s+[-–—=]\s+|\s*[:：]\s*)(?<meaning>\S.{0,500})$/u

/** Every line of notes that explains a term. */
export const cardsIn = (notes: string): readonly Card[] => notes.split('\n').flatMap(cardOf)

function cardOf(line: string): readonly Card[] {
  const { term, meaning } = CARD.exec(line)?.groups ?? {}
  return term?.trim() && meaning?.trim() ? [{ front: term.trim(), back: meaning.trim() }] : []
}
