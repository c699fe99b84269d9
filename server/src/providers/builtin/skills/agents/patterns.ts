import type { ResultOf } from '@vee/contract/entities/agent-result'
import { PATTERN_IDS, PATTERN_TEXTS, type PatternId } from '../../patterns/pattern-text.ts'
import { foldPhrase, matcherOf } from '../../phrases.ts'
import { SCREEN_TEXTS } from '../../text/screen-texts.ts'
import type { Skill } from '../../skill.ts'
import { bulleted, sentencesOf } from '../../subject.ts'
import type { BuiltinTurn } from '../../turn.ts'

const HINTS_SHOWN = 3
/** Maximum length of a problem that is read, in UTF-16 code units. */
const READ_LENGTH = 20_000
/** Maximum length of the problem in the result, in UTF-16 code units. */
const TITLE_LENGTH = 80
const PROBLEM_LENGTH = 4_000

/** Suggests patterns for a coding problem by its keywords: those with the most distinct matches first. */
export const patterns: Skill = {
  id: 'patterns',
  answer(turn) {
    const problem = foldPhrase(turn.text.slice(0, READ_LENGTH))
    const patternMatches = PATTERN_IDS.map((id) => ({ id, words: wordsFor(id, problem, turn) }))
      .filter(({ words }) => words > 0)
      .toSorted((a, b) => b.words - a.words)
      .slice(0, HINTS_SHOWN)
    if (patternMatches.length === 0) return undefined
    const { answer, hints } = PATTERN_TEXTS[turn.answeredIn]
    const text = answer.replace('{hints}', () => bulleted(patternMatches.map(({ id }) => hints[id])))
    return {
      text,
      result: slidesOf(
        patternMatches.map(({ id }) => id),
        text,
        turn,
      ),
    }
  },
}

/** The usual cost of each pattern, in time and space. */
const COSTS: Readonly<Record<PatternId, readonly [time: string, space: string]>> = {
  'hash-map': ['O(n)', 'O(n)'],
  'two-pointers': ['O(n)', 'O(1)'],
  'sliding-window': ['O(n)', 'O(k)'],
  'binary-search': ['O(log n)', 'O(1)'],
  stack: ['O(n)', 'O(n)'],
  'breadth-first': ['O(V + E)', 'O(V)'],
  heap: ['O(n log k)', 'O(k)'],
  'dynamic-programming': ['O(states × choices)', 'O(states)'],
  backtracking: ['O(b^d)', 'O(d)'],
  intervals: ['O(n log n)', 'O(n)'],
}

/**
 * Returns slides with the problem, the patterns and general advice; a walk-through and code require a model.
 */
function slidesOf(
  patternIds: readonly PatternId[],
  hints: string,
  turn: BuiltinTurn,
): ResultOf<'audit_slides'> {
  const texts = SCREEN_TEXTS[turn.answeredIn]
  const stated = (turn.given ?? turn.text).slice(0, PROBLEM_LENGTH)
  const costs = patternIds.map((id) => {
    const [time, space] = COSTS[id]
    return { name: id.replaceAll('-', ' '), time, space, note: texts.note }
  })
  const costOf = (values: Readonly<Record<string, string>>) =>
    texts.cost.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
  const slide = (topic: 'approaches' | 'complexity' | 'pitfalls' | 'tests', body: string) => ({
    topic,
    title: texts[topic],
    body,
    narration: '',
  })
  return {
    kind: 'audit_slides',
    title: titleOf(stated),
    problem: stated,
    slides: [
      { topic: 'problem', title: texts.problem, body: stated, narration: '' },
      slide('approaches', hints),
      slide('complexity', `${bulleted(costs.map(costOf))}\n\n${texts.note}`),
      slide('pitfalls', bulleted(patternIds.map((id) => pitfallOf(id, turn)))),
      slide('tests', bulleted(texts.cases)),
    ],
    approaches: costs,
  }
}

/** Returns the first line with text, cut at a word boundary. */
function titleOf(stated: string): string {
  const firstLine = stated.split('\n').find((each) => each.trim() !== '') ?? ''
  const words = firstLine.replaceAll(/\s+/g, ' ').trim()
  if (words.length <= TITLE_LENGTH) return words
  return `${words.slice(0, TITLE_LENGTH).replace(/\s\S*$/, '')}…`
}

/** Returns the last sentence of a hint, which is the pitfall in every language. */
const pitfallOf = (id: PatternId, { answeredIn, tag }: BuiltinTurn) =>
  sentencesOf(PATTERN_TEXTS[answeredIn].hints[id], tag).at(-1) ?? ''

/** Includes English keywords, because most problems are stated in English. */
function wordsFor(id: PatternId, problem: string, { heardIn }: BuiltinTurn): number {
  const languages = new Set([PATTERN_TEXTS.en, PATTERN_TEXTS[heardIn]])
  const words = [...languages].flatMap(({ keywords }) => problem.match(matcherOf(keywords[id])) ?? [])
  return new Set(words).size
}
