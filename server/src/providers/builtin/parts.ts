import type { LlmRequest } from '../llm/llm.ts'
import { matcherOf } from './phrases.ts'
import type { Skill } from './skill.ts'
import { about } from './skills/conversation/about.ts'
import { arithmetic } from './skills/calculation/arithmetic.ts'
import { beyond } from './skills/conversation/beyond.ts'
import { chance } from './skills/calculation/chance.ts'
import { dates } from './skills/calculation/dates.ts'
import { time } from './skills/calculation/time.ts'
import { units } from './skills/calculation/units.ts'
import { parseTurn, type BuiltinTurn } from './turn.ts'

/** Skills whose requests are short, need no other text, and are therefore often asked together. */
const SKILLS: readonly Skill[] = [beyond, chance, dates, units, time, arithmetic, about]

/** Maximum number of clauses of a sentence, and of sentences; a longer message is no list of questions. */
const MAX_CLAUSES = 5

/** Matches the end of a sentence; a full stop after a digit may belong to a date. */
const SENTENCE_END = /(?<=[?？!！。；;])|(?<=(?<!\d)\.)(?=\s)/
/** Matches a comma between clauses, not within a number. */
const COMMA = /,\s|[，、]/g

interface PartsAnswer {
  /** in the order of the questions */
  readonly answers: readonly string[]
  /** true if the message contains a question that none of the answers is about */
  readonly isIncomplete: boolean
}

/**
 * Answers the parts of a message separately, for example "17 % of 2,340, and how many days until Christmas?".
 * A sentence is split at commas and conjunctions only where every clause has an answer of its own, so that
 * "days between Monday and Friday" remains one question.
 */
export async function answerParts(request: LlmRequest, turn: BuiltinTurn): Promise<PartsAnswer> {
  const nothing: PartsAnswer = { answers: [], isIncomplete: false }
  if (turn.given !== undefined) return nothing
  const sentences = turn.wholeText
    .split(SENTENCE_END)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .map((sentence) => ({ sentence, clauses: clausesOf(sentence, turn) }))
  // The skills answer a message of one part as a whole, and an expression with a conjunction is one.
  const isOne = sentences.every(({ clauses }) => clauses.length < 2) && sentences.length < 2
  if (isOne || sentences.length > MAX_CLAUSES || (await arithmetic.answer(turn)) !== undefined) return nothing
  const answers: string[] = []
  let isIncomplete = false
  for (const { sentence, clauses } of sentences) {
    const partAnswers = await answersTo(clauses, (from, to) =>
      answerPart(sentence.slice(from, to), request, turn),
    )
    answers.push(...(partAnswers ?? []))
    if (!partAnswers && /[?？]/.test(sentence)) isIncomplete = true
  }
  return { answers, isIncomplete }
}

interface Clause {
  readonly start: number
  readonly end: number
}

/** Returns the stretches between commas and conjunctions. */
function clausesOf(sentence: string, { heardTexts }: BuiltinTurn): readonly Clause[] {
  const separators = [...sentence.matchAll(COMMA), ...sentence.matchAll(matcherOf(heardTexts.conjunctions))]
  const clauses: Clause[] = []
  let start = 0
  for (const { index, 0: separator } of separators.toSorted((a, b) => a.index - b.index)) {
    if (sentence.slice(start, index).trim() !== '') clauses.push({ start, end: index })
    start = index + separator.length
  }
  if (sentence.slice(start).trim() !== '') clauses.push({ start, end: sentence.length })
  return clauses.length > MAX_CLAUSES ? [{ start: 0, end: sentence.length }] : clauses
}

/**
 * Returns the answers of the split into the most parts that are all answered; a part consists of adjacent
 * clauses.
 */
async function answersTo(
  clauses: readonly Clause[],
  answer: (from: number, to: number) => Promise<string | undefined>,
): Promise<readonly string[] | undefined> {
  /** the best split of the clauses before this index */
  const best: (readonly string[] | undefined)[] = [[]]
  for (let end = 1; end <= clauses.length; end++) {
    for (let start = end - 1; start >= 0; start--) {
      const before = best[start]
      if (!before || before.length + 1 <= (best[end]?.length ?? 0)) continue
      const [first, last] = [clauses[start], clauses[end - 1]]
      const reply = first && last && (await answer(first.start, last.end))
      if (reply !== undefined) best[end] = [...before, reply]
    }
  }
  return best[clauses.length]
}

async function answerPart(
  clause: string,
  request: LlmRequest,
  { earlier, heardIn, now, random }: BuiltinTurn,
): Promise<string | undefined> {
  const messages = [...earlier, { role: 'user' as const, content: clause }]
  // Without tools, each of which would be called once for all parts.
  const turn = parseTurn({ ...request, messages, locale: heardIn, tools: [] }, { now, random })
  for (const skill of SKILLS) {
    const answer = await skill.answer(turn)
    if (typeof answer === 'string') return answer
  }
  return undefined
}
