import type { FinishReason } from '@vee/contract/stream/reply-event'
import type { ChatMessage, TokenUsage } from '@vee/contract/entities/message'
import { type Source, SOURCES_PER_REPLY } from '@vee/contract/entities/source'
import { MAX_SPEAKER_RANGES, type SpeakerRange } from '@vee/contract/entities/speaker'
import type { Caller } from '../../accounts/index.ts'
import type { ConversationWriter, StoredQuestion } from '../../conversations/index.ts'
import { sumOfUsage } from '#providers/llm/sum-of-usage.ts'

/** parts the words of two agents */
const PARTING = '\n\n'

interface ConversationLogOptions {
  readonly caller: Caller
  readonly writer: ConversationWriter
  readonly conversationId: string
  /** false: the conversation must not be stored */
  readonly isStored: boolean
  readonly messages: readonly ChatMessage[]
}

interface Question {
  readonly agentId: string
  readonly stored: Promise<StoredQuestion>
  readonly messages: readonly ChatMessage[]
  /** the replies to it so far */
  readonly endedReplies: EndedReply[]
}

export interface SpokenMessage {
  readonly id: string
  readonly text: string
  readonly agentId: string
}

interface EndedReply extends SpokenMessage {
  readonly finishReason: FinishReason
  readonly model: string
  readonly provider: string
  readonly usage: TokenUsage | undefined
  readonly costUsd: number
  readonly hasOutsideText: boolean
  readonly sources: readonly Source[]
}

/** The messages of a conversation with a live model, and their storage. */
export class ConversationLog {
  readonly #options: ConversationLogOptions
  readonly #messages: ChatMessage[]
  #question: Question | undefined
  #storing: Promise<unknown> = Promise.resolve()

  constructor(options: ConversationLogOptions) {
    this.#options = options
    this.#messages = [...options.messages]
  }

  get messages(): readonly ChatMessage[] {
    return this.#messages
  }

  /** Stores a question, and reserves the place of its reply. Rejects if there is no room for it. */
  async addQuestion({ id, text, agentId }: SpokenMessage, replyId: string): Promise<void> {
    this.#messages.push({ role: 'user', content: text, id, agentId })
    const messages = [...this.#messages]
    const stored = this.#inOrder(() => this.#store(agentId, replyId, messages))
    this.#question = { agentId, stored, messages, endedReplies: [] }
    // The reply reports it too.
    stored.catch(() => {})
    await stored
  }

  /**
   * Stores a reply. A model that speaks again without another question continues its reply, and the agents of a round speak
   * after one another: all of it is one reply in the stored conversation. Never rejects.
   */
  addReply(reply: EndedReply): void {
    const { id, text, agentId } = reply
    if (text === '') return
    this.#messages.push({ role: 'assistant', content: text, id, agentId })
    const question = this.#question
    if (!question) return
    question.endedReplies.push(reply)
    const isContinued = question.endedReplies.length > 1
    const outcome = joinReplies(question.endedReplies, reply, question.agentId)
    const storeReply = async () => {
      const stored = isContinued
        ? await this.#store(question.agentId, id, question.messages)
        : await question.stored
      if ('storeReply' in stored) await stored.storeReply(outcome)
    }
    this.#inOrder(storeReply).catch(() => {})
  }

  /** Runs what changes the stored conversation, one after another. */
  #inOrder<R>(run: () => Promise<R>): Promise<R> {
    const running = this.#storing.then(run)
    this.#storing = running.catch(() => {})
    return running
  }

  /** Resolves when all replies are stored. */
  async settled(): Promise<void> {
    await this.#storing
  }

  async #store(agentId: string, replyId: string, messages: readonly ChatMessage[]): Promise<StoredQuestion> {
    const { caller, writer, conversationId, isStored } = this.#options
    if (!isStored) return { storeReply: async () => true }
    return writer.storeQuestion({ caller, conversationId, agentId, replyId, messages, replaces: undefined })
  }
}

/** Joins the replies to one question, in the order in which they were spoken; the stretches of other agents are named. */
function joinReplies(replies: readonly EndedReply[], latestReply: EndedReply, agentId: string) {
  let content = ''
  const speakers: SpeakerRange[] = []
  for (const [index, { agentId: speakerId, text }] of replies.entries()) {
    const isSame = replies[index - 1]?.agentId === speakerId
    if (content !== '') content += isSame ? ' ' : PARTING
    const range = isSame ? speakers.pop() : undefined
    const start = range?.start ?? content.length
    content += text
    if (speakerId !== agentId) speakers.push({ agentId: speakerId, start, end: content.length })
  }
  const { finishReason, model, provider } = latestReply
  const sources = new Map(replies.flatMap((reply) => reply.sources.map((source) => [source.number, source])))
  return {
    content,
    finishReason,
    model,
    provider,
    usage: replies.reduce<TokenUsage | undefined>(
      (sum, { usage }) => (usage ? sumOfUsage(sum, usage) : sum),
      undefined,
    ),
    costUsd: replies.reduce((sum, { costUsd }) => sum + costUsd, 0),
    hasOutsideText: replies.some((reply) => reply.hasOutsideText),
    sources: [...sources.values()].slice(0, SOURCES_PER_REPLY),
    ...(speakers.length > 0 && { speakers: speakers.slice(0, MAX_SPEAKER_RANGES) }),
  }
}
