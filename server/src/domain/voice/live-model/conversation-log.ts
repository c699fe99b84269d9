import type { FinishReason } from '@vee/contract/stream/reply-event'
import type { ChatMessage, TokenUsage } from '@vee/contract/entities/message'
import type { Source } from '@vee/contract/entities/source'
import type { Caller } from '../../accounts/index.ts'
import type { ConversationWriter, StoredQuestion } from '../../conversations/index.ts'
import type { LiveModelMessage } from '#providers/speech/live-models/live-model.ts'

/** Text of history that is sent to a live model, in UTF-16 code units: about 6,000 tokens. */
const HISTORY_LENGTH = 24_000

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
  /** words of earlier replies to it */
  answered: string
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

  /** Returns the newest messages that fit, oldest first. */
  history(maxMessages: number): readonly LiveModelMessage[] {
    const chosen: LiveModelMessage[] = []
    let length = 0
    for (const { role, content, attachments = [] } of this.#messages.toReversed()) {
      const names = attachments.map(({ name }) => `[${name}]`)
      const text = [content.trim(), ...names].filter((paragraph) => paragraph !== '').join('\n')
      length += text.length
      if (chosen.length >= maxMessages || length > HISTORY_LENGTH) break
      if ((role === 'user' || role === 'assistant') && text !== '') chosen.unshift({ role, text })
    }
    return chosen
  }

  /** Stores a question, and reserves the place of its reply. Rejects if there is no room for it. */
  async addQuestion({ id, text, agentId }: SpokenMessage, replyId: string): Promise<void> {
    this.#messages.push({ role: 'user', content: text, id, agentId })
    const messages = [...this.#messages]
    const stored = this.#store(agentId, replyId, messages)
    this.#question = { agentId, stored, messages, answered: '' }
    // The reply reports it too.
    stored.catch(() => {})
    await stored
  }

  /**
   * Stores a reply. A model that speaks again without another question continues its reply: both are one in the stored
   * conversation. Never rejects.
   */
  addReply(reply: EndedReply): void {
    const { id, text, agentId, ...outcome } = reply
    if (text === '') return
    this.#messages.push({ role: 'assistant', content: text, id, agentId })
    const question = this.#question
    if (!question) return
    const isContinued = question.answered !== ''
    const content = isContinued ? `${question.answered} ${text}` : text
    question.answered = content
    const storedQuestion = isContinued
      ? this.#store(question.agentId, id, question.messages)
      : question.stored
    const work = async () => {
      const stored = await storedQuestion
      if ('storeReply' in stored)
        await stored.storeReply({ content, ...outcome, sources: [...outcome.sources] })
    }
    this.#storing = Promise.all([this.#storing, work().catch(() => {})])
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
