import type { Caller } from '../accounts/index.ts'
import type { ConversationKeeper, KeepReply, KeptQuestion } from '../conversations/index.ts'
import { type Tool, ToolFailure } from '../tools/index.ts'
import type { ReplyLedger } from './ports.ts'
import type { ReplyDependencies } from './generate-reply.ts'

/** The same ledger, for what is asked before the question is complete. */
export const speculative = (ledger: ReplyLedger): ReplyLedger => ({
  ...ledger,
  reserve: (use) => ledger.reserve({ ...use, isSpeculative: true }),
})

/** How many replies callers may ask for: one that was begun ahead counts when its question is asked. */
export interface ReplyCount {
  /** Counts one reply. Refuses with RATE_LIMITED when the caller has none left. */
  countReply(caller: Caller): Promise<void>
}

type AskedQuestion = Parameters<ConversationKeeper['keepQuestion']>[0]

/**
 * A reply to a question that may never be asked: what `generateReply` does with these dependencies leaves no trace but in the
 * ledger, until it is revealed. Its last event waits for that, or for the end.
 */
export class UnconfirmedReply {
  readonly dependencies: ReplyDependencies
  readonly #conversations: ConversationKeeper
  readonly #decided = Promise.withResolvers<KeepReply | undefined>()
  #question: AskedQuestion | undefined
  #isRevealed = false
  #messageId: string | undefined

  constructor(dependencies: ReplyDependencies) {
    const { conversations, ledger, toolbox } = dependencies
    this.#conversations = conversations
    this.dependencies = {
      ...dependencies,
      ledger: speculative(ledger),
      conversations: { keepQuestion: (question) => this.#keepQuestion(question) },
      toolbox: {
        ...toolbox,
        toolsFor: (caller) => toolbox.toolsFor(caller).map((tool) => this.#waiting(tool)),
      },
    }
  }

  /**
   * The question was asked, and is a message of that id: it is kept now, and its reply when that has ended. Rejects like
   * `storeQuestion`.
   */
  async reveal(messageId: string | undefined): Promise<void> {
    this.#isRevealed = true
    this.#messageId = messageId
    try {
      const kept = this.#question && (await this.#keep(this.#question))
      this.#decided.resolve(kept && 'keepReply' in kept ? kept.keepReply : undefined)
    } catch (error) {
      this.#decided.resolve(undefined)
      throw error
    }
  }

  /** It never was asked. */
  drop(): void {
    this.#decided.resolve(undefined)
  }

  /** A tool acts in the world, so it waits until the question was asked. */
  #waiting(tool: Tool): Tool {
    return {
      ...tool,
      run: async (given, context) => {
        await this.#decided.promise
        if (!this.#isRevealed) throw new ToolFailure('It was not asked for.')
        return tool.run(given, context)
      },
    }
  }

  #keep({ messages, ...asked }: AskedQuestion): Promise<KeptQuestion> {
    const last = messages.at(-1)
    const named =
      last && this.#messageId !== undefined ? [{ ...last, id: this.#messageId }] : messages.slice(-1)
    return this.#conversations.keepQuestion({ ...asked, messages: [...messages.slice(0, -1), ...named] })
  }

  async #keepQuestion(question: AskedQuestion): Promise<KeptQuestion> {
    if (this.#isRevealed) return this.#keep(question)
    this.#question = question
    return {
      keepReply: async (reply) => {
        const keep = await this.#decided.promise
        return keep ? keep(reply) : true
      },
    }
  }
}
