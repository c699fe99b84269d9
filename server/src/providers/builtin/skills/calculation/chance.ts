import { NUMERAL, readNumeral, shownNumber, usesDecimalComma } from '../../numerals.ts'
import { wordCount } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'
import type { BuiltinTurn } from '../../turn.ts'

const DIE_SIDES = 6
const USUAL_RANGE = [1, 100] as const
/** Maximum number of words besides the request, so that a story about dice does not match. */
const LOOSE_WORDS = 2

/** Returns the result of a coin, a die, or a number from a range. */
export const chance: Skill = {
  id: 'chance',
  answer(turn) {
    const trigger = (['coin', 'dice', 'random'] as const).find((trigger) => turn.hears(trigger))
    if (trigger === undefined) return undefined
    const { triggers } = turn.heardTexts
    if (wordCount(turn.besides(triggers[trigger], triggers.leadIn)) > LOOSE_WORDS) return undefined
    if (trigger === 'coin') return turn.say(turn.random() < 0.5 ? 'heads' : 'tails')
    if (trigger === 'dice')
      return turn.say('dice', { value: String(1 + Math.floor(turn.random() * DIE_SIDES)) })
    const [low, high] = rangeIn(turn)
    const value = low + Math.floor(turn.random() * (high - low + 1))
    return turn.say('random', {
      value: shownNumber(value, turn),
      low: shownNumber(low, turn),
      high: shownNumber(high, turn),
    })
  },
}

function rangeIn({ wholeText, heardIn }: BuiltinTurn): readonly [number, number] {
  const numbers = (wholeText.match(new RegExp(NUMERAL, 'g')) ?? []).map((numeral) =>
    readNumeral(numeral, usesDecimalComma(heardIn)),
  )
  const integers = numbers.filter((number) => Number.isSafeInteger(number))
  const [first, second] = integers
  if (first === undefined) return USUAL_RANGE
  return second === undefined
    ? [Math.min(1, first), first]
    : [Math.min(first, second), Math.max(first, second)]
}
