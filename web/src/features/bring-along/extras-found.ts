import type { AgentProposal, ImportedExtras, ImportedProject } from './imported.ts'

/** Proposals of agents that are listed: more are the instructions of each conversation. */
const AGENTS_MAX = 50

/** Projects and assistants of an export, each once. */
export class ExtrasFound {
  readonly #projects = new Map<string, ImportedProject>()
  readonly #agents = new Map<string, AgentProposal>()

  add({ projects = [], agents = [] }: ImportedExtras): void {
    for (const project of projects) {
      const before = this.#projects.get(project.id)
      // A conversation only knows the id of its project, or its name.
      this.#projects.set(project.id, {
        id: project.id,
        name: before?.name ?? project.name,
        instructions: before?.instructions || project.instructions,
      })
    }
    for (const agent of agents)
      if (this.#agents.size < AGENTS_MAX) this.#agents.set(`${agent.name}\n${agent.instructions}`, agent)
  }

  get projects(): readonly ImportedProject[] {
    return [...this.#projects.values()]
  }

  get agents(): readonly AgentProposal[] {
    return [...this.#agents.values()]
  }
}
