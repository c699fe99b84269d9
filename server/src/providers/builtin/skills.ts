import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Skill } from './skill.ts'
import { about } from './skills/conversation/about.ts'
import { arithmetic } from './skills/calculation/arithmetic.ts'
import { beyond } from './skills/conversation/beyond.ts'
import { chance } from './skills/calculation/chance.ts'
import { code } from './skills/agents/code.ts'
import { counting } from './skills/text/counting.ts'
import { dates } from './skills/calculation/dates.ts'
import { diaryEntry } from './skills/agents/diary-entry.ts'
import { diagram } from './skills/agents/diagram.ts'
import { flashcards } from './skills/agents/flashcards.ts'
import { introductionOf } from './skills/conversation/introduction.ts'
import { interview } from './skills/agents/interview.ts'
import { letterCase } from './skills/text/letter-case.ts'
import { lessonPlan } from './skills/agents/lesson-plan.ts'
import { listing, sorting } from './skills/text/lists.ts'
import { meetingNotes } from './skills/agents/meeting-notes.ts'
import { notes } from './skills/agents/notes.ts'
import { page } from './skills/agents/page.ts'
import { patterns } from './skills/agents/patterns.ts'
import { pullOut } from './skills/text/pull-out.ts'
import { quiz } from './skills/agents/quiz.ts'
import { repeat } from './skills/text/repeat.ts'
import { repeatedWords } from './skills/text/repeated-words.ts'
import { smallTalk } from './skills/conversation/small-talk.ts'
import { summary } from './skills/text/summary.ts'
import { time } from './skills/calculation/time.ts'
import { tooBig } from './skills/agents/too-big.ts'
import { units } from './skills/calculation/units.ts'

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
