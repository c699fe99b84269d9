import { PATTERN_IDS, PATTERN_TEXTS, type PatternId } from '../patterns/pattern-text.ts'
import { fold, matcherOf } from '../phrases.ts'
import type { Skill } from '../skill.ts'
import { bulleted } from '../subject.ts'
import type { Turn } from '../turn.ts'

const HINTS_SHOWN = 3
/** How much of a problem is read, in UTF-16 code units. */
const READ_LENGTH = 20_000

/** Which patterns a coding problem may want, by its words: those with the most different words first. */
export const patterns: Skill = {
  id: 'patterns',
  answer(turn) {
    const problem = fold(turn.text.slice(0, READ_LENGTH))
    const found = PATTERN_IDS.map((id) => ({ id, words: wordsFor(id, problem, turn) }))
      .filter(({ words }) => words > 0)
      .toSorted((a, b) => b.words - a.words)
      .slice(0, HINTS_SHOWN)
    if (found.length === 0) return undefined
    const { answer, hints } = PATTERN_TEXTS[turn.answeredIn]
    return answer.replace('{hints}', () => bulleted(found.map(({ id }) => hints[id])))
  },
}

/** Problems are mostly stated in English, whatever language is spoken about them. */
function wordsFor(id: PatternId, problem: string, { heardIn }: Turn): number {
  const languages = new Set([PATTERN_TEXTS.en, PATTERN_TEXTS[heardIn]])
  const words = [...languages].flatMap(({ keywords }) => problem.match(matcherOf(keywords[id])) ?? [])
  return new Set(words).size
}
