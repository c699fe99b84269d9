import type { Sampling } from '@vee/contract/entities/sampling'
import { SAMPLING_OPTIONS } from '@vee/contract/entities/sampling-limits'
import { type AgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import {
  readJson,
  readText,
  removeStorageKey,
  writeJson,
  writeText,
  type StorageKey,
} from '#lib/storage/storage.ts'
import { storageKeyOf } from '#lib/storage/tab-storage.ts'
import { isDraftList, type DraftAttachment } from '../files/draft-attachment.ts'
import { withSiblings } from '../versions/branches.ts'
import type { Message } from './message.ts'
import { areSources } from './sources.ts'

/** Minimum interval between two writes of the growing reply to the storage, in ms. */
export const KEEP_EVERY_MS = 500

interface Head {
  readonly conversationId: string
  readonly messageIds: readonly string[]
  /** ids of the messages off the shown path */
  readonly branchIds?: readonly string[] | undefined
  /** cursor of the server's page of messages before the ones stored here */
  readonly olderCursor?: string | undefined
  readonly projectId?: string | undefined
  /** the active agent, if it is another than the one of the storage; the name is stored */
  readonly speakerId?: AgentId | undefined
}

const REPLY_STATES: ReadonlySet<unknown> = new Set([
  'running',
  'complete',
  'stopped',
  'failed',
  'interrupted',
])

const isText = (value: unknown): value is string => typeof value === 'string'

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isHead(value: unknown): value is Head {
  const { conversationId, messageIds, olderCursor, branchIds = [], projectId, speakerId } = fieldsOf(value)
  if (speakerId !== undefined && !isAgentId(speakerId)) return false
  if (olderCursor !== undefined && !isText(olderCursor)) return false
  if (projectId !== undefined && !isText(projectId)) return false
  const areIds = (ids: unknown) => Array.isArray(ids) && ids.every(isText)
  return isText(conversationId) && areIds(messageIds) && areIds(branchIds)
}

const isAgentId = (value: unknown): value is AgentId => isText(value) && resolveAgentId(value) === value

const isSpeakers = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((range: unknown) => {
    const { agentId, start, end } = fieldsOf(range)
    return isText(agentId) && typeof start === 'number' && typeof end === 'number'
  })

const STEP_STATES: ReadonlySet<unknown> = new Set(['asking', 'running', 'done', 'failed', 'denied'])

function isStep(value: unknown): boolean {
  const { id, name, arguments: given, state, server, result } = fieldsOf(value)
  const mayBeText = (text: unknown) => text === undefined || isText(text)
  return [id, name, given].every(isText) && STEP_STATES.has(state) && mayBeText(server) && mayBeText(result)
}

const isPictures = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((picture: unknown) => isText(fieldsOf(picture)['id']) && isText(fieldsOf(picture)['name']))

function isReply(value: unknown): boolean {
  const { id, text, at, state, lastEventId, reasoning, tools, pictures, sources } = fieldsOf(value)
  const { searchSuggestions, speakers } = fieldsOf(value)
  if (speakers !== undefined && !isSpeakers(speakers)) return false
  if (reasoning !== undefined && !isText(reasoning)) return false
  if (tools !== undefined && !(Array.isArray(tools) && tools.every(isStep))) return false
  if (pictures !== undefined && !isPictures(pictures)) return false
  if (sources !== undefined && !areSources(sources)) return false
  if (searchSuggestions !== undefined && typeof searchSuggestions !== 'string') return false
  return (
    [id, text, at].every(isText) &&
    typeof lastEventId === 'number' &&
    REPLY_STATES.has(fieldsOf(state)['kind'])
  )
}

const isSampling = (value: unknown): value is Sampling =>
  SAMPLING_OPTIONS.every((option) => {
    const parameter = fieldsOf(value)[option]
    return parameter === null || typeof parameter === 'number'
  })

/** Returns whether a stored value has every field that rendering a message relies on. */
export function isMessage(value: unknown): value is Message {
  const { role, id, text, at, parentId = null, siblings = [] } = fieldsOf(value)
  if (parentId !== null && !isText(parentId)) return false
  if (!Array.isArray(siblings) || !siblings.every(isText)) return false
  if (role === 'user') return [id, text, at].every(isText)
  return role === 'assistant' && isReply(value)
}

/** Earlier versions of the page stored the versions of a reply inside it. */
function withVersionsBeside(
  messages: readonly Message[],
  branchMessages: readonly Message[],
): { readonly messages: readonly Message[]; readonly branchMessages: readonly Message[] } {
  const versions = messages.flatMap((message, index) => {
    const { alternatives } = fieldsOf(message)
    if (!Array.isArray(alternatives)) return []
    const { role, agentId } = fieldsOf(message)
    const parentId = messages[index - 1]?.id ?? null
    return alternatives
      .map((version: unknown): unknown => ({ ...fieldsOf(version), role, agentId, parentId }))
      .filter(isMessage)
  })
  const all = [...branchMessages, ...versions]
  return { messages: withSiblings({ messages, branchMessages: all }), branchMessages: all }
}

const messageKey = (id: string) => storageKeyOf('message', id)

const readMessages = (ids: readonly string[] = []) =>
  ids.map((id) => readJson(messageKey(id))).filter(isMessage)

/** Frees space by removing the oldest messages when the storage is full. They stay on the screen. */
function storeFreeingSpace(storageKey: StorageKey, value: unknown, messages: readonly Message[]) {
  let isKept = writeJson(storageKey, value)
  for (const { id } of messages) {
    if (isKept) return
    const olderKey = messageKey(id)
    if (olderKey.key === storageKey.key) continue
    removeStorageKey(olderKey)
    isKept = writeJson(storageKey, value)
  }
}

/**
 * Stores one agent's conversation and draft in the tab's storage, so that a visitor's chat survives a reload.
 * Each message has an entry of its own, so that storing a new one, or the growing reply, costs the same in a
 * long conversation.
 */
export function createChatStorage(agentId: AgentId) {
  const headKey = storageKeyOf('conversation', agentId)
  const draftKey = storageKeyOf('draft', agentId)
  const draftFilesKey = storageKeyOf('draft-files', agentId)
  const draftSamplingKey = storageKeyOf('draft-sampling', agentId)
  // Older pages are not stored: after a reload they are loaded again.
  let olderCursor: string | undefined
  let branchIds: readonly string[] = []
  let projectId: string | undefined
  let answeringAgentId: AgentId | undefined

  return {
    /**
     * Returns what an earlier load of the page stored, without broken or missing entries; only the draft if
     * `isEmpty`.
     */
    load(isEmpty = false): {
      conversationId: string | undefined
      messages: readonly Message[]
      branchMessages: readonly Message[]
      olderCursor?: string | undefined
      projectId?: string | undefined
      answeringAgentId?: AgentId
      draft: string
      draftAttachments: readonly DraftAttachment[]
      draftSampling?: Sampling | undefined
    } {
      const head = readJson(headKey)
      const files = readJson(draftFilesKey)
      const sampling = readJson(draftSamplingKey)
      const draft = {
        draft: readText(draftKey) ?? '',
        draftAttachments: isDraftList(files) ? files : [],
        ...(isSampling(sampling) && { draftSampling: sampling }),
      }
      if (!isHead(head)) return { conversationId: undefined, messages: [], branchMessages: [], ...draft }
      const { messages, branchMessages } = withVersionsBeside(
        readMessages(head.messageIds),
        readMessages(head.branchIds),
      )
      if (!isEmpty) {
        olderCursor = head.olderCursor
        branchIds = branchMessages.map(({ id }) => id)
        projectId = head.projectId
        answeringAgentId = head.speakerId
        return {
          conversationId: head.conversationId,
          messages,
          branchMessages,
          olderCursor,
          projectId,
          ...(answeringAgentId !== undefined && { answeringAgentId }),
          ...draft,
        }
      }
      this.forget([...messages, ...branchMessages])
      removeStorageKey(headKey)
      return { conversationId: undefined, messages: [], branchMessages: [], ...draft }
    },
    storeHead(conversationId: string, messages: readonly Message[]): void {
      const head: Head = {
        conversationId,
        messageIds: messages.map(({ id }) => id),
        olderCursor,
        ...(branchIds.length > 0 && { branchIds }),
        ...(projectId !== undefined && { projectId }),
        ...(answeringAgentId !== undefined && { speakerId: answeringAgentId }),
      }
      storeFreeingSpace(headKey, head, messages)
    },
    storeMessage(message: Message, all: readonly Message[]): void {
      storeFreeingSpace(messageKey(message.id), message, all)
    },
    /** Sets the project that the next `storeHead` names. */
    storeProject(id: string): void {
      projectId = id
    },
    /** Sets the active agent that the next `storeHead` names. */
    storeAnsweringAgent(id: AgentId): void {
      answeringAgentId = id === agentId ? undefined : id
    },
    /** Stores the messages off the shown path; the head names them from the next `storeHead` on. */
    storeBranches(branchMessages: readonly Message[], all: readonly Message[]): void {
      branchIds = branchMessages.map(({ id }) => id)
      for (const message of branchMessages) this.storeMessage(message, [...branchMessages, ...all])
    },
    storeAll(conversationId: string, messages: readonly Message[], cursor?: string): void {
      olderCursor = cursor
      branchIds = []
      projectId = undefined
      this.storeHead(conversationId, messages)
      for (const message of messages) this.storeMessage(message, messages)
    },
    forget(messages: readonly Message[]): void {
      for (const { id } of messages) removeStorageKey(messageKey(id))
    },
    storeDraftFiles(drafts: readonly DraftAttachment[]): void {
      if (drafts.length === 0) removeStorageKey(draftFilesKey)
      else writeJson(draftFilesKey, drafts)
    },
    storeDraftSampling(sampling: Sampling | undefined): void {
      if (sampling) writeJson(draftSamplingKey, sampling)
      else removeStorageKey(draftSamplingKey)
    },
    storeDraft(draft: string): void {
      if (draft === '') removeStorageKey(draftKey)
      else writeText(draftKey, draft)
    },
  }
}

export type ChatStorage = ReturnType<typeof createChatStorage>
