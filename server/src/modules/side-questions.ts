import type { Attachments } from '#domain/attachments/index.ts'
import type { Conversations, ReplyStored } from '#domain/conversations/index.ts'
import type { Counters } from '#domain/money/rate-limits/counters.ts'
import type { Replies } from '#domain/replies/index.ts'
import {
  createConversationTitles,
  createMemoryProposals,
  createPictureDescriptions,
} from '#domain/side-questions/index.ts'
import type { Memory } from '#domain/tools/index.ts'
import { inBackground } from '#lib/background.ts'
import { sideQuestionRoutes } from '../routes/side-questions.ts'
import type { Module, ModuleContext } from './module.ts'

interface SideQuestionDependencies {
  readonly attachments: Attachments
  readonly conversations: Conversations
  readonly memory: Memory
  readonly replies: Replies
  readonly counters: Counters
  readonly onReplyStored: (listener: (reply: ReplyStored) => void) => void
}

/** Creates what models are asked in addition: titles, descriptions of pictures, and proposals of notes. */
export const createSideQuestionsModule = (
  { settings, log, now }: ModuleContext,
  dependencies: SideQuestionDependencies,
): Module<object> => ({
  services: {},
  ...titlesOf({ settings, log }, dependencies),
  routes: sideQuestionRoutes(
    createPictureDescriptions(dependencies),
    createMemoryProposals({ ...dependencies, now }),
  ),
})

/** Lets the smaller model title conversations, unless the host has switched it off. */
function titlesOf(
  { settings, log }: Pick<ModuleContext, 'settings' | 'log'>,
  { conversations, replies, onReplyStored }: SideQuestionDependencies,
): Pick<Module<object>, 'drain'> {
  if (!settings.hasModelTitles) return {}
  const titles = createConversationTitles({
    conversations,
    replies,
    model: settings.modelSecondary,
    onFailure: (failure) => log.warn({ err: failure }, 'no title was made'),
  })
  onReplyStored((reply) => inBackground('title', titles.nameAfter(reply)))
  return { drain: () => titles.close() }
}
