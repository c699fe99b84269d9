import { DOCUMENTS_PER_REQUEST } from '@vee/contract/entities/attachment-limits'
import { MAX_MESSAGES } from '@vee/contract/entities/history-config'
import type { ChatRequest } from '@vee/contract/http/chat'
import { lastUserMessage, type ChatState } from './chat-state.ts'
import type { Message, ReplyMessage } from './message.ts'
import type { ChatReplyRequest } from '../reply/reply-stream.ts'

/** Maximum length of the played text that the contract allows, in UTF-16 code units. */
const MAX_PLAYED_TEXT_LENGTH = 10_000
/**
 * Maximum length of the conversation that is sent with a question: more than any budget allows, in UTF-16
 * code units.
 */
export const MAX_CONVERSATION_LENGTH = 400_000

/** The user's settings that a request contains. */
export type ChatPreferences = Pick<
  ChatRequest,
  | 'personaOverride'
  | 'useTools'
  | 'useSearch'
  | 'acceptsResults'
  | 'language'
  | 'codingLanguage'
  | 'generateDiagrams'
  | 'tutorLevel'
  | 'history'
  | 'preventRepetition'
  | 'budget'
  | 'model'
  | 'reasoningEffort'
  | 'acceptsReasoning'
  | 'agentModels'
> & {
  /** model for spoken messages; `model` without it */
  readonly spokenModel?: string
}

/**
 * Returns the part of the conversation that one request carries: the newest messages, and always the
 * question. The server selects from it what the model receives.
 */
function conversationOf(messages: readonly Message[]): ChatRequest['messages'] {
  const newestFirst: ChatRequest['messages'] = []
  const documents = new Set<string>()
  let length = 0
  for (const message of messages.toReversed()) {
    const { role, text } = message
    const attachments = message.role === 'user' ? message.attachments : undefined
    const sources = message.role === 'assistant' ? (message.sources ?? []) : []
    const speakers = message.role === 'assistant' ? message.speakers : undefined
    if (newestFirst.length === MAX_MESSAGES) break
    if (text.trim() === '' && !attachments) continue
    length += text.length
    for (const { id, kind } of attachments ?? []) if (kind === 'document') documents.add(id)
    const isTooLarge = length > MAX_CONVERSATION_LENGTH || documents.size > DOCUMENTS_PER_REQUEST
    if (isTooLarge && newestFirst.length > 0) break
    newestFirst.push({
      role,
      id: message.id,
      content: text,
      ...(message.role === 'assistant' && { agentId: message.agentId }),
      ...(speakers && { speakers: [...speakers] }),
      ...(attachments && { attachments: [...attachments] }),
      // Their numbers stay taken; the server has the texts.
      ...(sources.length > 0 && { sources: sources.map((source) => ({ ...source, quotes: [] })) }),
    })
  }
  return newestFirst.toReversed()
}

/** A question before its reply has an id. */
export type UnsentQuestion = Omit<ChatReplyRequest, 'replyId'>

/** Builds the request for a reply to the last of the messages. */
export function chatRequestFor(
  state: Pick<ChatState, 'answeringAgentId' | 'conversationId' | 'projectId'>,
  messages: readonly Message[],
  replyId: string,
  preferences: ChatPreferences,
): ChatReplyRequest {
  return { ...questionOf(state, messages, preferences), replyId }
}

/** Returns the last message of the conversation as a question. */
export const questionNow = (
  state: ChatState,
  preferences: ChatPreferences,
  isSpoken?: boolean,
): UnsentQuestion => questionOf(state, state.messages, preferences, isSpoken)

/**
 * Returns the parameters of the next question, without its text; undefined while another question is sent
 * first.
 */
export function nextQuestion(state: ChatState, preferences: ChatPreferences): UnsentQuestion | undefined {
  const { running, waiting, draft, draftAttachments, editingId, continuesAfter } = state
  const isEmpty = draft.trim() === '' && draftAttachments.length === 0
  const isFree = !running && !waiting && isEmpty && editingId === undefined
  if (!isFree) return undefined
  // These belong to the previous message; their values for the next one are not known yet.
  const {
    voice: _,
    replaces: __,
    sampling: ___,
    parentId: ____,
    ...question
  } = questionNow(state, preferences, true)
  return { ...question, ...(continuesAfter !== undefined && { parentId: continuesAfter }) }
}

/** Returns what the request for another version of a reply says in addition, and instead of the settings. */
export const versionWishes = ({
  isVersion,
  requestedModel,
}: Pick<Partial<ReplyMessage>, 'isVersion' | 'requestedModel'>): Pick<
  ChatRequest,
  'model' | 'keepsVersions'
> => ({
  ...(requestedModel !== undefined && { model: requestedModel }),
  ...(isVersion && { keepsVersions: true }),
})

function questionOf(
  {
    answeringAgentId,
    conversationId,
    projectId,
  }: Pick<ChatState, 'answeringAgentId' | 'conversationId' | 'projectId'>,
  messages: readonly Message[],
  { spokenModel, reasoningEffort, ...wishes }: ChatPreferences,
  isSpoken = lastUserMessage(messages)?.isSpoken,
): UnsentQuestion {
  const last = lastUserMessage(messages)
  const model = isSpoken ? (spokenModel ?? wishes.model) : wishes.model
  const playedText = last?.interruptedAfter?.slice(-MAX_PLAYED_TEXT_LENGTH)
  return {
    ...wishes,
    ...(model !== undefined && { model }),
    // A spoken message is answered as soon as possible.
    ...(reasoningEffort !== undefined && !isSpoken && { reasoningEffort }),
    agentId: answeringAgentId,
    acceptsSpeakers: true,
    conversationId,
    ...(projectId !== undefined && { projectId }),
    messages: conversationOf(messages),
    stream: true,
    ...(last?.sampling && { sampling: last.sampling }),
    ...(last?.replaces === undefined ? {} : { replaces: last.replaces }),
    ...(last?.askedAfter === undefined ? {} : { parentId: last.askedAfter }),
    ...((isSpoken || playedText !== undefined) && {
      voice: {
        ...(playedText !== undefined && { interruptedAfter: playedText }),
        ...(isSpoken && { isSpoken }),
      },
    }),
  }
}
