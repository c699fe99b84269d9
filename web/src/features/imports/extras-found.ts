import type { AgentProposal, ImportedDocument, ImportedExtras, ImportedProject } from './imported.ts'

/** Proposals of agents that are listed: more are the instructions of each conversation. */
const MAX_AGENTS = 50

/** Documents of all projects together, and their UTF-16 code units, that are held in memory. */
const MAX_DOCUMENTS = 1_000
const MAX_DOCUMENTS_LENGTH = 50_000_000

/** Projects and assistants of an export, each once. */
export class ExtrasFound {
  readonly #projects = new Map<string, ImportedProject>()
  readonly #agents = new Map<string, AgentProposal>()
  readonly #omittedDocuments: string[] = []
  #documents = 0
  #documentsLength = 0

  add({ projects = [], agents = [] }: ImportedExtras): void {
    for (const project of projects) {
      const before = this.#projects.get(project.id)
      // A conversation only knows the id of its project, or its name.
      const documents = before?.documents ?? this.#held(project.documents ?? [])
      this.#projects.set(project.id, {
        id: project.id,
        name: before?.name ?? project.name,
        instructions: before?.instructions || project.instructions,
        ...(documents.length > 0 && { documents }),
      })
    }
    for (const agent of agents)
      if (this.#agents.size < MAX_AGENTS) this.#agents.set(`${agent.name}\n${agent.instructions}`, agent)
  }

  /** Returns the documents for which there is room. */
  #held(documents: readonly ImportedDocument[]): readonly ImportedDocument[] {
    return documents.filter(({ name, text }) => {
      const length = this.#documentsLength + text.length
      const hasRoom = this.#documents < MAX_DOCUMENTS && length <= MAX_DOCUMENTS_LENGTH
      if (!hasRoom) this.#omittedDocuments.push(name)
      else {
        this.#documents += 1
        this.#documentsLength = length
      }
      return hasRoom
    })
  }

  /** names of documents for which there is no room in memory */
  get omittedDocuments(): readonly string[] {
    return this.#omittedDocuments
  }

  get projects(): readonly ImportedProject[] {
    return [...this.#projects.values()]
  }

  get agents(): readonly AgentProposal[] {
    return [...this.#agents.values()]
  }
}
