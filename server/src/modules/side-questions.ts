import type { Attachments } from '#domain/attachments/index.ts'
import type { Conversations } from '#domain/conversations/index.ts'
import type { Counters } from '#domain/money/quotas/counters.ts'
import type { Replies } from '#domain/replies/index.ts'
import { createMemoryProposals, createPictureDescriptions } from '#domain/side-questions/index.ts'
import type { Memory } from '#domain/tools/index.ts'
import { sideQuestionRoutes } from '../routes/side-questions.ts'
import type { Module, ModuleContext } from './module.ts'

interface SideQuestionDependencies {
  readonly attachments: Attachments
  readonly conversations: Conversations
  readonly memory: Memory
  readonly replies: Replies
  readonly counters: Counters
}

/** Creates what models are asked beside conversations: descriptions of pictures, and proposals of notes. */
export const createSideQuestionsModule = (
  { now }: Pick<ModuleContext, 'now'>,
  dependencies: SideQuestionDependencies,
): Module<object> => ({
  services: {},
  routes: sideQuestionRoutes(
    createPictureDescriptions(dependencies),
    createMemoryProposals({ ...dependencies, now }),
  ),
})
