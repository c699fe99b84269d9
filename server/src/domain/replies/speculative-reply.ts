import type { Caller } from '../accounts/index.ts'
import type { ConversationWriter, StoreReply, StoredQuestion } from '../conversations/index.ts'
import { type Tool, ToolFailure } from '../tools/index.ts'
import type { ReplyLedger } from './ports.ts'
import type { ReplyDependencies } from './run/reply-run.ts'

/** Returns the ledger for requests that are sent before the question is complete. */
export const speculative = (ledger: ReplyLedger): ReplyLedger => ({
  ...ledger,
  reserve: (use) => ledger.reserve({ ...use, isSpeculative: true }),
})

/** Counts the replies of callers. A speculative reply counts when its question is asked. */
export interface ReplyCount {
  /** Counts one reply. Throws RATE_LIMITED if the caller has none left. */
  countReply(caller: Caller): Promise<void>
}

type AskedQuestion = Parameters<ConversationWriter['storeQuestion']>[0]

/**
 * A reply to a question that may never be asked. `generateReply` with these dependencies leaves no trace
 * except in the ledger until it is confirmed. Its last event is held back until then.
 */
export class Speculation {
  readonly dependencies: ReplyDependencies
  readonly #conversations: ConversationWriter
  readonly #decided = Promise.withResolvers<StoreReply | undefined>()
  #question: AskedQuestion | undefined
  #isConfirmed = false
  #messageId: string | undefined

  constructor(dependencies: ReplyDependencies) {
    const { conversations, ledger, toolbox } = dependencies
    this.#conversations = conversations
    this.dependencies = {
      ...dependencies,
      ledger: speculative(ledger),
      conversations: { storeQuestion: (question) => this.#storeQuestion(question) },
      isConfirmed: this.#decided.promise.then(() => this.#isConfirmed),
      toolbox: {
        ...toolbox,
        toolsFor: (caller) => toolbox.toolsFor(caller).map((tool) => this.#waitForConfirmation(tool)),
      },
    }
  }

  /** Stores the question under that message id, and the reply after its end. Rejects like `storeQuestion`. */
  async confirm(messageId: string | undefined): Promise<void> {
    this.#isConfirmed = true
    this.#messageId = messageId
    try {
      const stored = this.#question && (await this.#store(this.#question))
      this.#decided.resolve(stored && 'storeReply' in stored ? stored.storeReply : undefined)
    } catch (error) {
      this.#decided.resolve(undefined)
      throw error
    }
  }

  /** Discards the reply: the question was never asked. */
  discard(): void {
    this.#decided.resolve(undefined)
  }

  /** Returns the tool with its calls delayed until the question was asked, since tools act in the world. */
  #waitForConfirmation(tool: Tool): Tool {
    return {
      ...tool,
      run: async (input, context) => {
        await this.#decided.promise
        if (!this.#isConfirmed) throw new ToolFailure('The speculative reply was not requested.')
        return tool.run(input, context)
      },
    }
  }

  #store({ messages, ...question }: AskedQuestion): Promise<StoredQuestion> {
    const last = messages.at(-1)
    const named =
      last && this.#messageId !== undefined ? [{ ...last, id: this.#messageId }] : messages.slice(-1)
    return this.#conversations.storeQuestion({ ...question, messages: [...messages.slice(0, -1), ...named] })
  }

  async #storeQuestion(question: AskedQuestion): Promise<StoredQuestion> {
    if (this.#isConfirmed) return this.#store(question)
    this.#question = question
    return {
      storeReply: async (reply) => {
        const keep = await this.#decided.promise
        return keep ? keep(reply) : true
      },
    }
  }
}
