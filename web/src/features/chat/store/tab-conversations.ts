import { AGENT_IDS, type AgentId, isOwnAgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { Attachment } from '@vee/contract/entities/attachment'
import type {
  Conversation,
  ConversationMessage,
  ReplyAlternative as StoredVersion,
} from '@vee/contract/entities/conversation'
import { PICTURES_PER_REPLY } from '@vee/contract/entities/attachment-limits'
import type { FinishReason } from '@vee/contract/stream/reply-event'
import { keysOfTab } from '#lib/storage/keys-of-tab.ts'
import { storageKeyOf } from '#lib/storage/tab-storage.ts'
import { readyAttachments } from '../files/draft-attachment.ts'
import { createChatStorage } from './chat-storage.ts'
import { finishedState } from '../reply/reply-end.ts'
import type { Message, ReplyMessage, ReplyState, ReplyVersion } from './message.ts'

/** A conversation of this tab, in the form in which the server stores it. */
export interface StoredConversation {
  readonly id: string
  readonly agentId: AgentId
  /** oldest first, at least one */
  readonly messages: readonly ConversationMessage[]
}

/** Returns the user's own agents with a stored conversation. */
function ownAgents(): readonly AgentId[] {
  const { key } = storageKeyOf('conversation', '')
  return keysOfTab()
    .filter((name) => name.startsWith(key))
    .map((name) => name.slice(key.length))
    .filter(isOwnAgentId)
}

/** Returns the conversations of this tab with all agents, without empty ones. */
export function storedConversations(): readonly StoredConversation[] {
  return [...AGENT_IDS, ...ownAgents()].flatMap((agentId) => {
    const { conversationId, messages } = createChatStorage(agentId).load()
    const stored = messages.filter(hasContent).map(toStoredMessage)
    return conversationId !== undefined && stored.length > 0
      ? [{ id: conversationId, agentId, messages: stored }]
      : []
  })
}

/** Returns the files of this tab's messages that were not sent yet. */
export const storedDraftFiles = (): readonly Attachment[] =>
  [...AGENT_IDS, ...ownAgents()].flatMap((agentId) =>
    readyAttachments(createChatStorage(agentId).load().draftAttachments),
  )

const hasContent = (message: Message) =>
  message.text !== '' || (message.role === 'user' && (message.attachments ?? []).length > 0)

function toStoredMessage(message: Message): ConversationMessage {
  const { role, id, text, at } = message
  if (message.role === 'user') {
    const { attachments } = message
    return { role, id, content: text, timestamp: at, ...(attachments && { attachments: [...attachments] }) }
  }
  const { agentId, alternatives = [], version } = message
  const others = alternatives.map(toStoredVersion)
  return {
    ...toStoredVersion(message),
    role,
    agentId,
    ...(others.length > 0 && { alternatives: others, ...(version !== undefined && { version }) }),
  }
}

function toStoredVersion(version: ReplyVersion): StoredVersion {
  const { id, text, at, state, model, provider, costUsd, sources, searchSuggestions } = version
  const pictures = picturesOf(version)
  return {
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
    ...(searchSuggestions !== undefined && { searchSuggestions }),
  }
}

const picturesOf = ({ tools = [], pictures = [] }: ReplyVersion) =>
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
    const { id, content: text, timestamp: at } = message
    if (message.role === 'user') {
      const { attachments } = message
      return [{ role: 'user', id, text, at, isSpoken: false, ...(attachments && { attachments }) }]
    }
    return message.role === 'assistant' ? [shownReply(message, agentId)] : []
  })
}

function shownReply(message: ConversationMessage, fallback: AgentId): ReplyMessage {
  const { alternatives = [], version } = message
  return {
    ...shownVersion(message),
    role: 'assistant',
    agentId: resolveAgentId(message.agentId ?? '') ?? fallback,
    ...(alternatives.length > 0 && {
      alternatives: alternatives.map(shownVersion),
      ...(version !== undefined && { version }),
    }),
  }
}

function shownVersion(stored: StoredVersion): ReplyVersion {
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
  } = stored
  return {
    id,
    text,
    at,
    state: finishedState(finishReason),
    lastEventId: 0,
    ...(pictures && { pictures }),
    ...(sources && { sources }),
    ...(searchSuggestions !== undefined && { searchSuggestions }),
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
    ...(costUsd !== undefined && { costUsd }),
  }
}
