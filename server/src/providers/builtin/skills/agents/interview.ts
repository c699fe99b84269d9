import type { ChatMessage } from '@vee/contract/entities/message'
import { INTERVIEW_TEXTS, type InterviewText } from '../../interview/interview-text.ts'
import { matcherOf } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'
import type { BuiltinTurn } from '../../turn.ts'

/**
 * Maximum length of a command, in UTF-16 code units. In longer messages, which are answers and code, "stop"
 * and "help" are ignored.
 */
const COMMAND_MAX_LENGTH = 80

/**
 * Maximum length of the request for an interview. It may contain the topic, level and language, and cannot be
 * confused with an answer yet.
 */
const START_MAX_LENGTH = 400

/** The position in an interview. Both numbers count from 0. */
interface InterviewPosition {
  readonly problem: number
  readonly stage: number
}

/**
 * Conducts an interview by a fixed plan: it guides the candidate through the stages of a few problems and
 * leaves the assessment to the candidate.
 */
export const interview: Skill = {
  id: 'interview',
  answer(turn) {
    const text = INTERVIEW_TEXTS[turn.answeredIn]
    const phrases = INTERVIEW_TEXTS[turn.heardIn]
    const review = text.stages.length - 1
    const position = positionIn(turn.earlier)
    if (!position || position.stage >= review) {
      const problem = position ? (position.problem + 1) % text.problems.length : 0
      return commands(turn, phrases.start, START_MAX_LENGTH) ? saidAt({ problem, stage: 0 }, text) : undefined
    }
    if (commands(turn, phrases.stop)) return saidAt({ ...position, stage: review }, text)
    if (commands(turn, phrases.hint)) return saidAt(position, text, text.hintAnswer)
    return saidAt({ ...position, stage: position.stage + 1 }, text)
  },
}

const commands = ({ text, whole }: BuiltinTurn, phrases: readonly string[], maxLength = COMMAND_MAX_LENGTH) =>
  text.length <= maxLength && whole.search(matcherOf(phrases)) !== -1

/**
 * Returns the text of a stage. Its heading contains the position in the interview, for the candidate and for
 * the next invocation of this skill.
 */
function saidAt(
  { problem, stage }: InterviewPosition,
  text: InterviewText,
  template = text.stages[stage] ?? '',
): string {
  const { title = '', ...facts } = text.problems[problem] ?? {}
  const values = new Map<string, string>(Object.entries(facts))
  const question = template.replaceAll(
    /\{(\w+)\}/g,
    (placeholder, name: string) => values.get(name) ?? placeholder,
  )
  return `**${stage + 1}/${text.stages.length} · ${title}**\n\n${question}`
}

/** Parses the stage from the last heading, in any language. */
function positionIn(earlier: readonly ChatMessage[]): InterviewPosition | undefined {
  const last = earlier.findLast(({ role }) => role === 'assistant')
  const [, stage, title] = /^\*\*(\d)\/\d · (.{1,100})\*\*\n/.exec(last?.content ?? '') ?? []
  const problem = Object.values(INTERVIEW_TEXTS)
    .map(({ problems }) => problems.findIndex((problem) => problem.title === title))
    .find((index) => index !== -1)
  return problem === undefined ? undefined : { problem, stage: Number(stage) - 1 }
}
