import type { Conversations } from '#domain/conversations/index.ts'
import { createMemoryProposals } from '#domain/side-questions/index.ts'
import type { Replies } from '#domain/replies/index.ts'
import type { Memory } from '#domain/tools/index.ts'
import { createKnowledge, type Knowledge } from '#domain/knowledge/index.ts'
import type { Counters } from '#domain/money/quotas/counters.ts'
import { KNOWLEDGE_WORKER } from '#lib/project-files.ts'
import { createKnowledgeIndex } from '../adapters/knowledge-index/knowledge-index.ts'
import { memoryRoutes } from '../routes/tools.ts'
import { knowledgeRoutes } from '../routes/sources.ts'
import type { Module, ModuleContext } from './module.ts'
import type { Storage } from './storage.ts'

interface KnowledgeDependencies {
  readonly counters: Counters
  readonly storage: Storage
}

/** Creates the search in everything that a member may see. */
export function createKnowledgeModule(
  { database, now }: ModuleContext,
  { counters, storage }: KnowledgeDependencies,
): Module<{ readonly knowledge: Knowledge }> {
  const index = createKnowledgeIndex(KNOWLEDGE_WORKER)
  const files = storage.openSealedFiles('attachments')
  const knowledge = createKnowledge({ database, index, files, counters, now })
  return { services: { knowledge }, routes: knowledgeRoutes(knowledge), close: () => index.close() }
}

interface MemoryDependencies {
  readonly memory: Memory
  readonly conversations: Conversations
  readonly replies: Replies
  readonly counters: Counters
}

/** Creates the members' notes, and what models propose for them. */
export const createMemoryModule = (
  { now }: Pick<ModuleContext, 'now'>,
  { memory, ...dependencies }: MemoryDependencies,
): Module<undefined> => ({
  services: undefined,
  routes: memoryRoutes(memory, createMemoryProposals({ ...dependencies, memory, now })),
})
