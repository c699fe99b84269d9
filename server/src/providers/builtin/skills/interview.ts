import type { ChatMessage } from '@vee/contract/entities/message'
import { INTERVIEW_TEXTS, type InterviewText } from '../interview/interview-text.ts'
import { matcherOf } from '../phrases.ts'
import type { Skill } from '../skill.ts'
import type { Turn } from '../turn.ts'

/** Longer messages are answers and code, in which "stop" and "help" mean nothing. In UTF-16 code units. */
const COMMAND_MAX_LENGTH = 80

/** The wish for an interview may tell its topic, level and language; there is no answer yet that it could be taken for. */
const START_MAX_LENGTH = 400

/** Where an interview stands. Both count from 0. */
interface Place {
  readonly problem: number
  readonly stage: number
}

/** An interview by a fixed plan: it leads through the stages of a few problems and leaves the judging to the candidate. */
export const interview: Skill = {
  id: 'interview',
  answer(turn) {
    const text = INTERVIEW_TEXTS[turn.answeredIn]
    const phrases = INTERVIEW_TEXTS[turn.heardIn]
    const review = text.stages.length - 1
    const place = placeIn(turn.earlier)
    if (!place || place.stage >= review) {
      const problem = place ? (place.problem + 1) % text.problems.length : 0
      return commands(turn, phrases.start, START_MAX_LENGTH) ? saidAt({ problem, stage: 0 }, text) : undefined
    }
    if (commands(turn, phrases.stop)) return saidAt({ ...place, stage: review }, text)
    if (commands(turn, phrases.hint)) return saidAt(place, text, text.hintAnswer)
    return saidAt({ ...place, stage: place.stage + 1 }, text)
  },
}

const commands = ({ text, whole }: Turn, phrases: readonly string[], maxLength = COMMAND_MAX_LENGTH) =>
  text.length <= maxLength && whole.search(matcherOf(phrases)) !== -1

/** The heading tells where the interview stands, to the candidate and, in the next turn, to this skill. */
function saidAt({ problem, stage }: Place, text: InterviewText, template = text.stages[stage] ?? ''): string {
  const { title = '', ...facts } = text.problems[problem] ?? {}
  const values = new Map<string, string>(Object.entries(facts))
  const said = template.replaceAll(
    /\{(\w+)\}/g,
    (placeholder, name: string) => values.get(name) ?? placeholder,
  )
  return `**${stage + 1}/${text.stages.length} · ${title}**\n\n${said}`
}

/** Read from the last heading, in whichever language it was. */
function placeIn(earlier: readonly ChatMessage[]): Place | undefined {
  const last = earlier.findLast(({ role }) => role === 'assistant')
  const [, stage, title] = /^\*\*(\d)\/\d · (.{1,100})\*\*\n/.exec(last?.content ?? '') ?? []
  const problem = Object.values(INTERVIEW_TEXTS)
    .map(({ problems }) => problems.findIndex((problem) => problem.title === title))
    .find((index) => index !== -1)
  return problem === undefined ? undefined : { problem, stage: Number(stage) - 1 }
}
