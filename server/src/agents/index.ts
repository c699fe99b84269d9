import { readFileSync } from 'node:fs'
import type { AgentDefinition, LoadedAgent } from './definition.ts'
import { nerfAgent } from './nerf_agent/agent.ts'
import { vAgent } from './v_agent/agent.ts'

export type { LoadedAgent } from './definition.ts'

/** Every agent, in the order of the catalogue. */
const AGENTS: readonly AgentDefinition[] = [vAgent, nerfAgent]

/**
 * The agents with their prompts, read once at start. `directory` is where the agents' folders lie: `./agents/` beside
 * the program's entry, from the sources as well as from the bundle, to which the build copies the prompts.
 */
export function loadAgents(directory: URL): readonly LoadedAgent[] {
  return AGENTS.map((agent) => ({
    ...agent,
    prompt: readFileSync(new URL(`${agent.id}/prompt.md`, directory), 'utf8').trim(),
  }))
}
