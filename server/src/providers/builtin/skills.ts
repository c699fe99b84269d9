import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Skill } from './skill.ts'
import { about } from './skills/about.ts'
import { arithmetic } from './skills/arithmetic.ts'
import { beyond } from './skills/beyond.ts'
import { chance } from './skills/chance.ts'
import { code } from './skills/code.ts'
import { counting } from './skills/counting.ts'
import { dates } from './skills/dates.ts'
import { diaryEntry } from './skills/diary-entry.ts'
import { diagram } from './skills/diagram.ts'
import { flashcards } from './skills/flashcards.ts'
import { introductionOf } from './skills/introduction.ts'
import { interview } from './skills/interview.ts'
import { letterCase } from './skills/letter-case.ts'
import { lessonPlan } from './skills/lesson-plan.ts'
import { listing, sorting } from './skills/lists.ts'
import { meetingNotes } from './skills/meeting-notes.ts'
import { notes } from './skills/notes.ts'
import { page } from './skills/page.ts'
import { patterns } from './skills/patterns.ts'
import { pullOut } from './skills/pull-out.ts'
import { quiz } from './skills/quiz.ts'
import { repeat } from './skills/repeat.ts'
import { repeatedWords } from './skills/repeated-words.ts'
import { smallTalk } from './skills/small-talk.ts'
import { summary } from './skills/summary.ts'
import { time } from './skills/time.ts'
import { tooBig } from './skills/too-big.ts'
import { units } from './skills/units.ts'

/** In the order of invocation: more specific skills precede general ones. */
const GENERAL_SKILLS: readonly Skill[] = [
  beyond,
  pullOut,
  repeatedWords,
  counting,
  summary,
  sorting,
  listing,
  letterCase,
  chance,
  dates,
  units,
  time,
  arithmetic,
  repeat,
]

/** Skills of single agents that are invoked before the general ones. */
const SKILLS_BY_AGENT: Readonly<Partial<Record<AgentId, readonly Skill[]>>> = {
  v_agent: [page, notes],
  nerf_agent: [page, notes, tooBig],
  coding_assistant: [code],
  meeting_summarizer: [meetingNotes],
  system_designer: [diagram],
  coding_interviewer: [interview],
  tutor_agent: [flashcards, quiz, lessonPlan],
  lc_audit_aide: [patterns],
}

/** Skills that are invoked after the general ones, for all remaining messages. */
const LAST_SKILLS_BY_AGENT: Readonly<Partial<Record<AgentId, readonly Skill[]>>> = {
  diary_agent: [diaryEntry],
}

interface AgentSkills {
  /** those of the agent, which concern the whole message */
  readonly own: readonly Skill[]
  readonly others: readonly Skill[]
}

/** Returns an agent's skills in the order of invocation. */
export const skillsOf = (agentId: AgentId): AgentSkills => ({
  own: SKILLS_BY_AGENT[agentId] ?? [],
  others: [
    ...GENERAL_SKILLS,
    introductionOf(agentId),
    about,
    smallTalk,
    ...(LAST_SKILLS_BY_AGENT[agentId] ?? []),
  ],
})
