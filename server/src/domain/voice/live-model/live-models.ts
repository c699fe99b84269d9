import type { Locale } from '@vee/contract/entities/locale'
import type { LiveConversationRequest } from '@vee/contract/socket/live-model-messages'
import { type Caller, callerKeyOf } from '../../accounts/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { networkOf } from '#lib/network.ts'
import type { SocketChannel, LiveModelConversations, LiveModels } from '../socket-turns/index.ts'
import { LIVE_MODEL_LIMITS, type LiveModelLimits } from './live-model-limits.ts'
import { LiveConversation, type LiveConversationDependencies } from './live-conversation.ts'
import type { LiveStart } from './live-model-state.ts'

interface LiveModelDependencies extends Omit<LiveConversationDependencies, 'limits'> {
  readonly limits?: LiveModelLimits
}

/** Conversations with live models, and their end at the shutdown of the server. */
export interface LiveModelService extends LiveModels {
  /** Ends all conversations. Resolves when their messages are stored. */
  close(): Promise<void>
}

interface OpenConversation {
  readonly owner: string
  readonly network: string
  readonly conversation: LiveConversation
}

/** Creates conversations with live models. */
export function createLiveModels(dependencies: LiveModelDependencies): LiveModelService {
  const { limits = LIVE_MODEL_LIMITS } = dependencies
  const conversationDependencies = { ...dependencies, limits }
  const open = new Set<OpenConversation>()
  let isClosing = false

  const assertRoom = (caller: Caller) => {
    const [owner, network] = [callerKeyOf(caller), networkOf(caller.ip)]
    const all = [...open]
    const isFull =
      all.filter((candidate) => candidate.owner === owner).length >= limits.perCaller ||
      all.filter((candidate) => candidate.network === network).length >= limits.perNetwork
    if (isFull || isClosing)
      throw new DomainError('RATE_LIMITED', 'Too many live conversations are open.', {
        retryAfterSeconds: 30,
      })
  }

  const start = (
    caller: Caller,
    locale: Locale,
    channel: SocketChannel,
    { request, onOver }: { readonly request: LiveStart; readonly onOver: () => void },
  ): LiveConversation => {
    assertRoom(caller)
    const owner = callerKeyOf(caller)
    const conversation: LiveConversation = new LiveConversation(
      {
        start: request,
        caller,
        locale,
        channel,
        onConversation(conversationId) {
          const others = [...open].filter(
            (candidate) =>
              candidate.owner === owner && candidate.conversation.conversationId === conversationId,
          )
          for (const other of others)
            if (other.conversation !== conversation) other.conversation.end('replaced')
        },
        onOver() {
          open.delete(entry)
          onOver()
        },
      },
      conversationDependencies,
    )
    const entry = { owner, network: networkOf(caller.ip), conversation }
    open.add(entry)
    return conversation
  }

  return {
    open: (caller, locale, channel) =>
      new SocketConversations(channel, (request, onOver) =>
        start(caller, locale, channel, { request, onOver }),
      ),
    async close() {
      isClosing = true
      const conversations = [...open].map(({ conversation }) => conversation)
      for (const conversation of conversations) conversation.end('shutdown')
      await Promise.all(conversations.map((conversation) => conversation.settled()))
    },
  }
}

/** The conversation of one socket: the next one follows when it is over. */
class SocketConversations implements LiveModelConversations {
  readonly #channel: SocketChannel
  readonly #start: (request: LiveStart, onOver: () => void) => LiveConversation
  #current: LiveConversation | undefined

  constructor(channel: SocketChannel, start: (request: LiveStart, onOver: () => void) => LiveConversation) {
    this.#channel = channel
    this.#start = start
  }

  get isBusy(): boolean {
    return this.#current !== undefined
  }

  handleRequest(request: LiveConversationRequest): void {
    if (request.type === 'live-start') return this.#begin(request)
    // Requests for a conversation that ended in the meantime need no response.
    if (this.#current?.liveId === request.liveId) this.#current.handleRequest(request)
  }

  handleAudio(bytes: Uint8Array): boolean {
    this.#current?.handleAudio(bytes)
    return this.#current !== undefined
  }

  handleClose(): void {
    this.#current?.end('client')
  }

  #begin(request: LiveStart): void {
    this.#current?.end('replaced')
    try {
      const conversation = this.#start(request, () => {
        if (this.#current === conversation) this.#current = undefined
      })
      this.#current = conversation
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      this.#channel.send({
        type: 'live-ended',
        liveId: request.liveId,
        reason: 'failed',
        error: error.code,
        message: error.message,
        isRetryable: true,
        seconds: 0,
        costUsd: 0,
      })
    }
  }
}
