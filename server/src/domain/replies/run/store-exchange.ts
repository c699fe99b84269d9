import { PICTURES_PER_REPLY } from '@vee/contract/entities/attachment-limits'
import type { ConversationMessage } from '@vee/contract/entities/conversation'
import type { StoreReply } from '../../conversations/index.ts'
import type { ReplyAccumulator } from './reply-accumulator.ts'
import type { ReplyRun } from './reply-run.ts'

type StoredFields = Omit<Parameters<StoreReply>[0], 'content'>

/** Stores a reply under its stored question. */
export interface ReplyWriter {
  /** Returns false if another version is stored. Resolves with true if conversations are not stored. */
  store(fields: StoredFields): Promise<boolean>
  /** Stores the text of a failed reply; a no-op once `store` was called. */
  storeFailed(): Promise<void>
}

/**
 * Stores the question, and returns how its reply is stored, or the reply itself if it was generated before
 * and the caller has not received it.
 */
export async function storeAskedQuestion(
  run: ReplyRun,
): Promise<ReplyWriter | { storedMessage: ConversationMessage }> {
  const { chatRequest, caller, dependencies, agent, identity } = run
  if (agent.staysInBrowser || chatRequest.isKept === false) return writerOf(run, undefined)
  const { messages, parentId, replaces, keepsVersions } = chatRequest
  const question = await dependencies.conversations.storeQuestion({
    ...identity,
    caller,
    messages,
    parentId,
    replaces,
    keepsVersions,
    projectId: run.project?.id,
  })
  await dependencies.attachments?.markUsed(messages, identity.conversationId, caller)
  return 'storedMessage' in question ? question : writerOf(run, question.storeReply)
}

function writerOf(run: ReplyRun, storeReply: StoreReply | undefined): ReplyWriter {
  let isAttempted = storeReply === undefined
  const store = async (fields: StoredFields) => {
    isAttempted = true
    if (!storeReply) return true
    await markPictures(run)
    const step = run.modelAndPayer.budget?.step ?? null
    return storeReply({
      ...run.identity,
      ...storedContentOf(run),
      ...fields,
      isDegraded: step !== null,
    })
  }
  return {
    store,
    async storeFailed() {
      if (!isAttempted) await store({ finishReason: 'error' })
    },
  }
}

function storedContentOf({ accumulator, toolUse }: ReplyRun) {
  const { text, toolCalls, searchSuggestions, speakers } = accumulator
  const pictures = picturesIn(accumulator)
  return {
    content: text,
    ...(toolCalls.length > 0 && { tool_calls: [...toolCalls] }),
    ...(pictures.length > 0 && { pictures }),
    ...(searchSuggestions !== undefined && { searchSuggestions }),
    ...(speakers.length > 0 && { speakers }),
    ...(toolUse.hasOutsideText && { hasOutsideText: true }),
    sources: toolUse.sources?.list() ?? [],
  }
}

/** The pictures that tools returned exist as long as the conversation. */
async function markPictures({ accumulator, identity, caller, dependencies }: ReplyRun): Promise<void> {
  const pictures = picturesIn(accumulator)
  if (pictures.length === 0) return
  await dependencies.attachments?.markUsed(
    [{ role: 'assistant', content: '', attachments: pictures }],
    identity.conversationId,
    caller,
  )
}

const picturesIn = ({ toolRuns }: ReplyAccumulator) =>
  toolRuns.flatMap((toolRun) => toolRun.pictures ?? []).slice(0, PICTURES_PER_REPLY)
