import { randomUUID } from 'node:crypto'
import { type AgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { Locale } from '@vee/contract/entities/locale'
import type { ErrorCode } from '@vee/contract/errors'
import { SOCKET_SAMPLE_RATE } from '@vee/contract/socket/socket-limits'
import type { LiveEndReason } from '@vee/contract/socket/live-model-messages'
import type { SocketAnswer } from '@vee/contract/socket/messages'
import type { AddressableAgent } from '@vee/contract/spoken/addressed-agents'
import { TurnMachine } from '@vee/contract/turns/machine'
import { ProviderFailure } from '#providers/failure.ts'
import {
  LIVE_MODEL_OUTPUT_RATE,
  type LiveModelEvent,
  type LiveModelRequest,
  type LiveModelSession,
  tokenUsageOf,
} from '#providers/speech/live-models/live-model.ts'
import { inBackground } from '#lib/background.ts'
import { machineClock, publishTurnDecision } from '#lib/turn-decisions.ts'
import { type Caller, callerKeyOf } from '../../accounts/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { isRetryable, presentError } from '../../errors/present-error.ts'
import type { ConversationWriter } from '../../conversations/index.ts'
import type { Ledger } from '../../money/ledger/index.ts'
import { type Replies, speakersIn, type LiveModelAgent, type LiveModelAgents } from '../../replies/index.ts'
import type { SocketChannel } from '../socket-turns/index.ts'
import { answerDelegation } from './answer-delegation.ts'
import { castLiveVoice } from './cast-live-voice.ts'
import { type ClientRequest, eventOfRequest, type UntimedEvent } from './client-requests.ts'
import { ConversationLog } from './conversation-log.ts'
import type { LiveModelLimits } from './live-model-limits.ts'
import { historyFor, splitAtQuestion } from './live-history.ts'
import { liveModelDueAt, liveModelStateName, liveModelTransition, PREPARING } from './live-model-machine.ts'
import type {
  ConversationEffect,
  LiveModelEffect,
  LiveModelMachineEvent,
  LiveModelState,
  LiveStart,
} from './live-model-state.ts'
import type { LiveModelCatalogue } from './live-model-catalogue.ts'
import { LivePayment } from './payment.ts'
import { isReplyEffect, ReplyRunner, type Talk } from './reply-runner.ts'

export interface LiveConversationDependencies {
  readonly catalogue: LiveModelCatalogue
  readonly liveModelAgents: LiveModelAgents
  readonly conversations: ConversationWriter
  /** answers what a model delegates */
  readonly replies: Pick<Replies, 'start'>
  readonly ledger: Pick<Ledger, 'reserve' | 'allowance'>
  /** longest conversation that the host allows, in seconds */
  readonly maxSeconds: number
  readonly limits: LiveModelLimits
  /** called with the error that ended a conversation, for operators; contains no user text */
  readonly onFailure: (failure: unknown) => void
}

export interface LiveConversationOptions {
  readonly start: LiveStart
  readonly caller: Caller
  readonly locale: Locale
  readonly channel: SocketChannel
  /** called when the id of the conversation is known: ends other ones with it */
  readonly onConversation: (conversationId: string) => void
  readonly onOver: () => void
}

/** Audio before the session exists is buffered for this long, in bytes: five seconds. */
const WAITING_BYTES = SOCKET_SAMPLE_RATE * 2 * 5
/** Silence after which the vendor's detection ends a turn when the client is muted. */
const MUTED_SILENCE = new Uint8Array(SOCKET_SAMPLE_RATE * 2)
const SPENDING_LIMIT_CODES: ReadonlySet<ErrorCode> = new Set([
  'SPEECH_CREDITS_EXHAUSTED',
  'COST_LIMIT_EXCEEDED',
])

/** What a session at the vendor begins with. */
interface SessionOptions {
  /** an id of the model's voices; undefined: one of its own for each agent */
  readonly voice: string | undefined
  readonly history: LiveModelRequest['history']
}

type EffectOf<Type extends LiveModelEffect['type']> = Extract<LiveModelEffect, { readonly type: Type }>
type WithoutLiveId<Answer> = Answer extends { readonly liveId: string } ? Omit<Answer, 'liveId'> : never

/**
 * One conversation with a live model, from `live-start` to `live-ended`. Runs the machine of live-model-machine.ts: owns
 * the session at the vendor, the payment, the stored messages and the output to the client.
 */
export class LiveConversation {
  readonly #options: LiveConversationOptions
  readonly #dependencies: LiveConversationDependencies
  readonly #closed = new AbortController()
  readonly #machine: TurnMachine<LiveModelState, LiveModelMachineEvent, LiveModelEffect>
  readonly #waitingSound: Uint8Array[] = []
  #delegationsCancelled = new AbortController()
  #talk: Talk | undefined
  readonly #reply: ReplyRunner
  #payment: LivePayment | undefined
  #conversationId = ''
  #addressable: readonly AddressableAgent[] = []
  /** by agent: each keeps its voice */
  readonly #voices = new Map<AgentId, string>()
  #cancelTick = () => {}

  constructor(options: LiveConversationOptions, dependencies: LiveConversationDependencies) {
    this.#options = options
    this.#dependencies = dependencies
    const context = { limits: dependencies.limits, start: options.start }
    this.#machine = new TurnMachine({
      name: 'live-model',
      initial: PREPARING,
      transition: (state, event) => liveModelTransition(state, event, context),
      run: (effect) => this.#run(effect),
      nameOf: liveModelStateName,
      observe: publishTurnDecision,
      timing: { clock: machineClock, dueAt: liveModelDueAt, due: (timeMs) => ({ type: 'due', at: timeMs }) },
    })
    this.#reply = new ReplyRunner({
      liveId: options.start.liveId,
      channel: options.channel,
      maxBytes: dependencies.limits.soundBytes,
      costUsd: () => this.#payment?.costUsd ?? 0,
      onPlayed: (replyId) => this.#dispatch({ type: 'reply-played', replyId }),
      onConsentAsked: (callId) => this.#dispatch({ type: 'consent-asked', callId, isDelegated: false }),
      onToolFinished: (callId, result) => this.#dispatch({ type: 'tool-finished', callId, result }),
      onFailed: (error) => this.#fail(error),
    })
    // The owner has the conversation before its first message.
    inBackground(
      'live model',
      Promise.resolve().then(() => this.#begin()),
    )
  }

  get liveId(): string {
    return this.#options.start.liveId
  }

  get conversationId(): string {
    return this.#conversationId
  }

  get isOver(): boolean {
    return this.#machine.state.phase === 'over'
  }

  handleAudio(pcm: Uint8Array): void {
    const { state } = this.#machine
    if (state.phase !== 'over' && !state.isMuted) this.#pushSound(pcm)
  }

  handleRequest(request: ClientRequest): void {
    this.#dispatch(eventOfRequest(request))
  }

  /** Ends it. A reply in progress is stored with what was played by now, or `playedMs` of it. */
  end(endReason: LiveEndReason, error?: unknown, playedMs?: number): void {
    this.#dispatch({ type: 'conversation-ended', endReason, error, playedMs })
  }

  /** Resolves when everything is stored. */
  async settled(): Promise<void> {
    await this.#talk?.log.settled()
  }

  #dispatch(event: UntimedEvent): void {
    this.#machine.dispatch({ ...event, at: machineClock.now() })
  }

  #fail(error: unknown): void {
    if (!(error instanceof DomainError)) this.#dependencies.onFailure(error)
    this.end(SPENDING_LIMIT_CODES.has(presentError(error).code) ? 'allowance' : 'failed', error)
  }

  async #begin(): Promise<void> {
    const { start, caller, onConversation } = this.#options
    const { catalogue, conversations, ledger } = this.#dependencies
    try {
      const model = catalogue.choose(start.model, caller)
      const agent = await this.#prepareAgent(start.agentId, start.personaOverride, {
        conversationId: start.conversationId,
        messages: start.messages,
      })
      this.#addressable = await this.#listAddressable(agent.id)
      if (this.isOver) return
      const { conversationId } = agent
      this.#conversationId = conversationId
      onConversation(conversationId)
      const payment = await LivePayment.open({
        ledger,
        model,
        caller,
        agentId: agent.id,
        conversationId,
        onLastBlock: (secondsLeft) => this.#announceExpiry(secondsLeft),
        onUsedUp: (error) => this.#fail(error),
      })
      if (this.isOver) return await payment.close()
      this.#payment = payment
      const log = new ConversationLog({
        caller,
        writer: conversations,
        conversationId,
        isStored: !agent.staysInBrowser,
        messages: start.messages,
      })
      this.#connect({ model, log }, agent, { voice: start.voice, history: historyFor(agent, log.messages) })
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Returns the agents that a name addresses, by all their names: those of them that the client listed. */
  async #listAddressable(agentId: AgentId): Promise<readonly AddressableAgent[]> {
    const { start, caller, locale } = this.#options
    const labels = new Map(start.agents.map(({ id, label }) => [resolveAgentId(id) ?? id, label]))
    if (labels.size === 0) return []
    const { language } = start
    const agents = await this.#dependencies.liveModelAgents.addressable(agentId, caller, { locale, language })
    return agents.flatMap(({ id, names }) => {
      const label = labels.get(id)
      return label === undefined ? [] : [{ id, names: [...new Set([label, ...names])] }]
    })
  }

  #prepareAgent(
    agentId: string,
    personaOverride: string | null | undefined,
    conversation: Pick<Parameters<LiveModelAgents['prepare']>[0], 'conversationId' | 'messages' | 'reason'>,
  ): Promise<LiveModelAgent> {
    const { caller, locale, start } = this.#options
    const { language, useTools = true, useSearch = true, useAdvancedMemory } = start
    return this.#dependencies.liveModelAgents.prepare({
      agentId,
      personaOverride,
      language,
      useTools,
      useSearch,
      useAdvancedMemory,
      caller,
      locale,
      ...conversation,
    })
  }

  #connect(
    { model, log }: Pick<Talk, 'model' | 'log'>,
    agent: LiveModelAgent,
    { voice: wantedVoice, history }: SessionOptions,
  ): Talk {
    const { caller, start } = this.#options
    const voice = castLiveVoice(this.#voices, model, agent.id, wantedVoice)
    const session = model.open(
      {
        instructions: agent.instructions,
        voice,
        language: start.language,
        history,
        tools: model.usesTools ? agent.tools : [],
        caller: callerKeyOf(caller),
      },
      this.#closed.signal,
    )
    const talk = { model, agent, session, voice, log }
    this.#talk = talk
    for (const pcm of this.#waitingSound.splice(0)) session.pushAudio(pcm)
    this.#dispatch({
      type: 'session-opened',
      agentId: agent.id,
      addressable: this.#addressable,
      participants: [
        ...new Set(
          [...speakersIn(log.messages).toReversed(), agent.id].map((id) => resolveAgentId(id) ?? id),
        ),
      ],
      isAutomatic: model.turns === 'automatic',
      maxSeconds: Math.min(model.maxSeconds, this.#dependencies.maxSeconds),
    })
    inBackground('live model', this.#read(session))
    return talk
  }

  async #read(session: LiveModelSession): Promise<void> {
    try {
      for await (const event of session.events) {
        if (this.#talk?.session !== session || this.isOver) return
        this.#onVendorEvent(event)
      }
      if (this.#talk?.session === session) this.end('time-limit')
    } catch (error) {
      if (this.#talk?.session === session) this.#fail(error)
    }
  }

  #onVendorEvent(event: LiveModelEvent): void {
    if (event.type === 'usage') {
      if (event.usage.by === 'tokens') this.#reply.setUsage(tokenUsageOf(event.usage.tokens))
      return this.#payment?.addUsage(event.usage)
    }
    if (event.type === 'audio') this.#payment?.expect(event.pcm.length / 2 / LIVE_MODEL_OUTPUT_RATE)
    this.#dispatch({ ...event, messageId: randomUUID(), replyId: randomUUID() })
  }

  #pushSound(pcm: Uint8Array): void {
    if (this.#talk) return this.#talk.session.pushAudio(pcm)
    const bytes = this.#waitingSound.reduce((sum, { length }) => sum + length, 0)
    if (bytes < WAITING_BYTES) this.#waitingSound.push(pcm)
  }

  #run(effect: LiveModelEffect): void {
    if (effect.type === 'close') return this.#close(effect)
    if (effect.type === 'push-silence') return this.#pushSound(MUTED_SILENCE)
    // Everything else follows the opening of a session.
    const talk = this.#talk
    if (!talk) return
    if (isReplyEffect(effect)) this.#reply.run(effect, talk)
    else this.#runWith(talk, effect)
  }

  #runWith(talk: Talk, effect: Exclude<ConversationEffect, EffectOf<'close' | 'push-silence'>>): void {
    const { session } = talk
    switch (effect.type) {
      case 'announce-start':
        return this.#announceStart(talk, effect.maxSeconds)
      case 'announce-expiry':
        return this.#announceExpiry(effect.secondsLeft)
      case 'show-voice':
        return this.#send({ type: 'live-voice', state: effect.isSpeaking ? 'started' : 'ended' })
      case 'show-words': {
        const { messageId, text, tail } = effect
        return this.#send({ type: 'live-words', messageId, text, tail })
      }
      case 'announce-use': {
        const { messageId, text, use } = effect
        return this.#send({ type: 'live-heard', messageId, text, use })
      }
      case 'store-question':
        return this.#storeQuestion(talk, effect)
      case 'request-response':
        return session.respond()
      case 'cancel-response':
        return session.cancel()
      case 'say-text':
        return session.say(effect.text)
      case 'forget-turn':
        return session.forget(effect.itemId)
      case 'answer-tool-call':
        return session.answerToolCall(effect.callId, effect.result)
      case 'add-commentary':
        return session.addCommentary(effect.delegationId, effect.text)
      case 'close-session':
        return session.close()
      case 'start-delegation':
        return inBackground('live delegation', this.#answerDelegation(talk, effect.delegationId))
      case 'cancel-delegations':
        this.#delegationsCancelled.abort()
        this.#delegationsCancelled = new AbortController()
        return
      case 'prepare-agent':
        return inBackground('live agent', this.#handOver(talk, effect))
      case 'fail': {
        const { id, name } = talk.model.provider
        const message = `${name} ${effect.step}.`
        return this.#fail(new ProviderFailure({ kind: 'timeout', provider: id, message }))
      }
    }
  }

  #send(answer: WithoutLiveId<SocketAnswer>): void {
    this.#options.channel.send({ ...answer, liveId: this.liveId })
  }

  #announceStart({ model, agent, voice }: Talk, maxSeconds: number): void {
    this.#tick()
    this.#send({
      type: 'live-started',
      model: model.id,
      agentId: agent.id,
      conversationId: this.#conversationId,
      voice,
      maxSeconds,
    })
  }

  #announceExpiry(secondsLeft: number): void {
    this.#send({ type: 'live-expiring', secondsLeft })
  }

  #tick(): void {
    this.#payment?.tick()
    if (this.#payment && !this.isOver)
      this.#cancelTick = machineClock.after(this.#payment.nextTickMs, () => this.#tick())
  }

  #storeQuestion({ log }: Talk, { turn, agentId }: EffectOf<'store-question'>): void {
    const { messageId: id, text, replyId } = turn
    log.addQuestion({ id, text, agentId }, replyId).catch((error: unknown) => this.#fail(error))
  }

  /** The agent answers with an ordinary reply, which the model speaks. */
  #answerDelegation({ agent, log }: Talk, delegationId: string): Promise<void> {
    const { caller, locale, start, channel } = this.#options
    return answerDelegation(
      this.#dependencies.replies,
      {
        liveId: this.liveId,
        caller,
        locale,
        agentId: agent.id,
        conversationId: this.#conversationId,
        language: start.language,
        useTools: start.useTools,
        useSearch: start.useSearch,
        useAdvancedMemory: start.useAdvancedMemory,
        personaOverride: start.personaOverride,
        messages: log.messages,
      },
      {
        say: (text) => this.#dispatch({ type: 'commentary-written', delegationId, text }),
        onTool: (event) => {
          const { id: callId } = event
          if (event.type === 'tool_finished') this.#dispatch({ type: 'tool-finished', callId, result: '' })
          else if (event.needsConsent) this.#dispatch({ type: 'consent-asked', callId, isDelegated: true })
        },
        send: (answer) => channel.send(answer),
      },
      this.#delegationsCancelled.signal,
    )
  }

  /** Continues with another agent, in a session of its own: a vendor's session has one prompt and one voice. */
  async #handOver(talk: Talk, request: EffectOf<'prepare-agent'>): Promise<void> {
    const { agentId, question, isNextInRound = false } = request
    const { messages } = talk.log
    const listed = this.#options.start.agents.find(({ id }) => (resolveAgentId(id) ?? id) === agentId)
    const { personaOverride = listed?.personaOverride, voice = listed?.voice } = request
    const isCurrent = () => !this.isOver && this.#talk === talk
    let agent: LiveModelAgent
    try {
      agent = await this.#prepareAgent(agentId, personaOverride, {
        conversationId: this.#conversationId,
        messages,
        reason: { kind: isNextInRound ? 'next-in-round' : 'asked-by-person' },
      })
    } catch (error) {
      if (isCurrent()) this.#keepAgent(talk, request, presentError(error).message)
      return
    }
    if (!isCurrent()) return
    const handedOver = question === undefined ? undefined : splitAtQuestion(agent, messages, question)
    // Ends the reply in progress, which may add a message.
    this.#dispatch({ type: 'agent-changed' })
    const history = handedOver?.history ?? historyFor(agent, talk.log.messages)
    this.#announceAgent(this.#connect(talk, agent, { voice, history }))
    if (handedOver) this.#dispatch({ type: 'question-handed-over', text: handedOver.text })
  }

  /** Continues with the agent that is there, which says why the other one cannot answer. */
  #keepAgent(talk: Talk, { question, isNextInRound }: EffectOf<'prepare-agent'>, why: string): void {
    this.#announceAgent(talk)
    if (question === undefined) return
    const excuse = `Say that the other assistant cannot answer here, because: ${why}`
    const text = isNextInRound === true ? excuse : `${question}\n\n${excuse}`
    this.#dispatch({ type: 'question-handed-over', text })
  }

  #announceAgent({ agent, voice }: Talk): void {
    this.#send({ type: 'live-agent', agentId: agent.id, voice })
  }

  #close({ endReason: reason, error }: EffectOf<'close'>): void {
    this.#cancelTick()
    this.#reply.cancelTools()
    this.#delegationsCancelled.abort()
    this.#talk?.session.close()
    this.#closed.abort()
    const payment = this.#payment
    if (payment) inBackground('live model paid', payment.close())
    const presented = error === undefined ? undefined : presentError(error)
    this.#send({
      type: 'live-ended',
      reason,
      ...(presented && { error: presented.code, message: presented.message }),
      isRetryable: presented ? isRetryable(presented.code) : reason !== 'allowance' && reason !== 'shutdown',
      seconds: payment?.seconds ?? 0,
      costUsd: payment?.costUsd ?? 0,
    })
    this.#options.onOver()
  }
}
