import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Skill } from './skill.ts'
import { about } from './skills/conversation/about.ts'
import { arithmetic } from './skills/calculation/arithmetic.ts'
import { beyond } from './skills/conversation/beyond.ts'
import { chance } from './skills/calculation/chance.ts'
import { counting } from './skills/text/counting.ts'
import { dates } from './skills/calculation/dates.ts'
import { introductionOf } from './skills/conversation/introduction.ts'
import { jsonFormat } from './skills/text/json.ts'
import { letterCase } from './skills/text/letter-case.ts'
import { listing, sorting } from './skills/text/lists.ts'
import { meetingNotes } from './skills/agents/meeting-notes.ts'
import { needsModelOf } from './skills/conversation/needs-model.ts'
import { notes } from './skills/agents/notes.ts'
import { page } from './skills/agents/page.ts'
import { pullOut } from './skills/text/pull-out.ts'
import { repeat } from './skills/text/repeat.ts'
import { repeatedWords } from './skills/text/repeated-words.ts'
import { smallTalk } from './skills/conversation/small-talk.ts'
import { summary } from './skills/text/summary.ts'
import { time } from './skills/calculation/time.ts'
import { units } from './skills/calculation/units.ts'

/** In the order of invocation: more specific skills precede general ones. */
const GENERAL_SKILLS: readonly Skill[] = [
  beyond,
  jsonFormat,
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
  nerf_agent: [page, notes],
  meeting_summarizer: [meetingNotes],
}

interface AgentSkills {
  /** those of the agent, which concern the whole message */
  readonly own: readonly Skill[]
  readonly others: readonly Skill[]
}

/** Returns an agent's skills in the order of invocation. */
export const skillsOf = (agentId: AgentId): AgentSkills => ({
  own: SKILLS_BY_AGENT[agentId] ?? [],
  others: [...GENERAL_SKILLS, introductionOf(agentId), about, smallTalk, needsModelOf(agentId)],
})
