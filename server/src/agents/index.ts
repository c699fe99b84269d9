import { readFileSync } from 'node:fs'
import { LOCALES } from '@vee/contract/entities/locale'
import type { AgentDefinition, AgentText, LoadedAgent } from './definition.ts'
import { codingAssistant } from './coding_assistant/agent.ts'
import { codingInterviewer } from './coding_interviewer/agent.ts'
import { diaryAgent } from './diary_agent/agent.ts'
import { lcAuditAide } from './lc_audit_aide/agent.ts'
import { meetingSummarizer } from './meeting_summarizer/agent.ts'
import { nerfAgent } from './nerf_agent/agent.ts'
import { systemDesigner } from './system_designer/agent.ts'
import { tutorAgent } from './tutor_agent/agent.ts'
import { vAgent } from './v_agent/agent.ts'

export type { LoadedAgent } from './definition.ts'
export { labelOfGone, customAgentMaker } from './custom-agent.ts'

/** All agents, in the order of the catalogue. */
const AGENTS: readonly AgentDefinition[] = [
  vAgent,
  nerfAgent,
  codingAssistant,
  systemDesigner,
  meetingSummarizer,
  diaryAgent,
  codingInterviewer,
  tutorAgent,
  lcAuditAide,
]

/**
 * Returns the agents with their prompts and texts, which are read once at start. `directory` contains the agents'
 * folders: `./agents/` next to the program's entry, both from source and from the bundle, to which the build
 * copies the prompts and texts.
 */
export function loadAgents(directory: URL): readonly LoadedAgent[] {
  const read = (file: string) => readFileSync(new URL(file, directory), 'utf8').trim()
  const houseRules = read('house-rules.md')
  const textsOf = (id: string) =>
    Object.fromEntries(
      LOCALES.map((locale) => [locale, JSON.parse(read(`${id}/text/${locale}.json`)) as AgentText]),
    ) as LoadedAgent['texts']
  return AGENTS.map((agent) => ({
    ...agent,
    texts: textsOf(agent.id),
    prompt: `${read(`${agent.id}/prompt.md`)}\n\n${houseRules}`,
  }))
}
