import { AGENT_IDS, type AgentId, isCustomAgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { Attachment } from '@vee/contract/entities/attachment'
import type { Conversation, ConversationMessage } from '@vee/contract/entities/conversation'
import { PICTURES_PER_REPLY } from '@vee/contract/entities/attachment-limits'
import type { FinishReason } from '@vee/contract/stream/reply-event'
import { keysOfTab } from '#lib/storage/keys-of-tab.ts'
import { storageKeyOf } from '#lib/storage/tab-storage.ts'
import { readyAttachments } from '../files/draft-attachment.ts'
import { createChatStorage } from './chat-storage.ts'
import { finishedState } from '../reply/reply-end.ts'
import { messagesInOrder } from '../versions/branches.ts'
import type { Message, ReplyMessage, ReplyState } from './message.ts'

/** A conversation of this tab, in the form in which the server stores it. */
export interface StoredConversation {
  readonly id: string
  readonly agentId: AgentId
  /** those of all paths, at least one */
  readonly messages: readonly ConversationMessage[]
  /** the last message of the shown path */
  readonly leafId: string
}

/** Returns the user's custom agents with a stored conversation. */
function customAgents(): readonly AgentId[] {
  const { key } = storageKeyOf('conversation', '')
  return keysOfTab()
    .filter((name) => name.startsWith(key))
    .map((name) => name.slice(key.length))
    .filter(isCustomAgentId)
}

/** Returns the conversations of this tab with all agents, without empty ones. */
export function storedConversations(): readonly StoredConversation[] {
  return [...AGENT_IDS, ...customAgents()].flatMap((agentId) => {
    const { conversationId, messages, branchMessages } = createChatStorage(agentId).load()
    const leafId = messages.findLast(hasContent)?.id
    if (conversationId === undefined || leafId === undefined) return []
    const all = messagesInOrder({ messages, branchMessages })
    const byId = new Map(all.map((message) => [message.id, message]))
    const stored = all
      .filter(hasContent)
      .map((message) => ({ ...toStoredMessage(message), parentId: parentWithContent(message, byId) }))
    return [{ id: conversationId, agentId, messages: stored, leafId }]
  })
}

/** Returns the files of this tab's messages that were not sent yet. */
export const storedDraftFiles = (): readonly Attachment[] =>
  [...AGENT_IDS, ...customAgents()].flatMap((agentId) =>
    readyAttachments(createChatStorage(agentId).load().draftAttachments),
  )

const hasContent = (message: Message) =>
  message.text !== '' || (message.role === 'user' && (message.attachments ?? []).length > 0)

/** Returns the nearest message before one that is imported, too. */
function parentWithContent({ parentId }: Message, byId: ReadonlyMap<string, Message>): string | null {
  let parent = byId.get(parentId ?? '')
  while (parent && !hasContent(parent)) parent = byId.get(parent.parentId ?? '')
  return parent?.id ?? null
}

function toStoredMessage(message: Message): ConversationMessage {
  const { role, id, text, at } = message
  if (message.role === 'user') {
    const { attachments } = message
    return { role, id, content: text, timestamp: at, ...(attachments && { attachments: [...attachments] }) }
  }
  const { agentId, state, model, provider, costUsd, sources, searchSuggestions, speakers } = message
  const pictures = picturesOf(message)
  return {
    role,
    agentId,
    id,
    content: text,
    timestamp: at,
    finishReason: reasonOf(state),
    ...(state.kind === 'failed' && { isError: true }),
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
    ...(costUsd !== undefined && { costUsd }),
    ...(pictures.length > 0 && { pictures }),
    ...(sources && { sources: [...sources] }),
    ...(speakers && { speakers: [...speakers] }),
    ...(searchSuggestions !== undefined && { searchSuggestions }),
  }
}

const picturesOf = ({ tools = [], pictures = [] }: ReplyMessage) =>
  [...pictures, ...tools.flatMap((toolStep) => toolStep.pictures ?? [])].slice(0, PICTURES_PER_REPLY)

function reasonOf(state: ReplyState): FinishReason {
  switch (state.kind) {
    case 'complete':
      return state.finishReason
    case 'stopped':
      return 'stopped'
    case 'running':
    case 'interrupted':
      return 'interrupted'
    case 'failed':
      return 'error'
  }
}

/**
 * Returns the messages of a conversation in the form that the chat shows. A shown conversation never includes
 * the output of a tool.
 */
export function shownMessages({
  agentId,
  messages,
}: Pick<Conversation, 'messages'> & { readonly agentId: AgentId }): readonly Message[] {
  return messages.flatMap((message): Message[] => {
    const { id, content: text, timestamp: at, siblings } = message
    const siblingIds = siblings ? { siblings } : {}
    if (message.role === 'user') {
      const { attachments } = message
      return [
        { role: 'user', id, text, at, isSpoken: false, ...siblingIds, ...(attachments && { attachments }) },
      ]
    }
    return message.role === 'assistant' ? [{ ...shownReply(message, agentId), ...siblingIds }] : []
  })
}

function shownReply(stored: ConversationMessage, fallback: AgentId): ReplyMessage {
  const {
    id,
    content: text,
    timestamp: at,
    finishReason = 'stop',
    model,
    provider,
    costUsd,
    pictures,
    sources,
    searchSuggestions,
    speakers,
  } = stored
  return {
    role: 'assistant',
    agentId: resolveAgentId(stored.agentId ?? '') ?? fallback,
    id,
    text,
    at,
    state: finishedState(finishReason),
    lastEventId: 0,
    ...(pictures && { pictures }),
    ...(sources && { sources }),
    ...(speakers && { speakers }),
    ...(searchSuggestions !== undefined && { searchSuggestions }),
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
    ...(costUsd !== undefined && { costUsd }),
  }
}
