import type { Locale } from '@vee/contract/entities/locale'
import { LIVE_SAMPLE_RATE } from '@vee/contract/live/limits'
import type { LiveConversationRequest, LiveEndReason } from '@vee/contract/live/live-model-messages'
import type { ErrorCode } from '@vee/contract/errors'
import { ProviderFailure } from '#providers/failure.ts'
import type { LiveModel, LiveModelEvent, LiveModelSession } from '#providers/speech/live-models/live-model.ts'
import { inBackground } from '#lib/background.ts'
import { type Caller, callerKeyOf } from '../../accounts/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { isRetryable, presentError } from '../../errors/present-error.ts'
import type { ConversationWriter } from '../../conversations/index.ts'
import type { Ledger } from '../../money/ledger/index.ts'
import type { Replies, SpokenAgent, SpokenAgents } from '../../replies/index.ts'
import type { LiveChannel } from '../live/index.ts'
import { Alarms } from './alarms.ts'
import { ConversationLog } from './conversation-log.ts'
import { answerDelegation } from './answer-delegation.ts'
import type { LiveModelLimits } from './limits.ts'
import { LivePayment } from './payment.ts'
import type { LiveModelOffer } from './offer.ts'
import type { LiveStart, Talk } from './turn-state.ts'
import { TurnTaking } from './turn-taking.ts'

export interface LiveConversationDependencies {
  readonly offer: LiveModelOffer
  readonly spokenAgents: SpokenAgents
  readonly conversations: ConversationWriter
  /** answers what a model delegates */
  readonly replies: Pick<Replies, 'start'>
  readonly ledger: Pick<Ledger, 'reserve' | 'room'>
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
  readonly channel: LiveChannel
  /** called when the id of the conversation is known: ends other ones with it */
  readonly onConversation: (conversationId: string) => void
  readonly onOver: () => void
}

/** Audio before the session exists is buffered for this long, in bytes: five seconds. */
const WAITING_BYTES = LIVE_SAMPLE_RATE * 2 * 5
/** Silence after which the vendor's detection ends a turn when the client is muted. */
const MUTED_SILENCE = new Uint8Array(LIVE_SAMPLE_RATE * 2)

type Phase =
  /** nothing is connected yet */
  | { readonly name: 'preparing'; readonly waiting: Uint8Array[]; readonly texts: (() => void)[] }
  /** a vendor's session is opened, the first one or that of another agent */
  | { readonly name: 'connecting'; readonly talk: Talk }
  | { readonly name: 'open'; readonly talk: Talk }
  | { readonly name: 'over' }

const ALLOWANCE_CODES: ReadonlySet<ErrorCode> = new Set(['SPEECH_CREDITS_EXHAUSTED', 'COST_LIMIT_EXCEEDED'])

/** One conversation with a live model, from `live-start` to `live-ended`. */
export class LiveConversation {
  readonly #options: LiveConversationOptions
  readonly #dependencies: LiveConversationDependencies
  readonly #alarms = new Alarms<'start' | 'expiring' | 'end' | 'tick'>()
  readonly #closed = new AbortController()
  readonly #turns: TurnTaking
  #phase: Phase = { name: 'preparing', waiting: [], texts: [] }
  #delegationsCancelled = new AbortController()
  /** calls of tools of delegated replies that wait for the user's consent */
  readonly #askedCalls = new Set<string>()
  #log: ConversationLog | undefined
  #payment: LivePayment | undefined
  #conversationId = ''
  #isMuted = false
  #isEnding = false
  #isStarted = false

  constructor(options: LiveConversationOptions, dependencies: LiveConversationDependencies) {
    this.#options = options
    this.#dependencies = dependencies
    this.#turns = new TurnTaking({
      liveId: options.start.liveId,
      start: options.start,
      channel: options.channel,
      limits: dependencies.limits,
      talk: () => this.#talk,
      log: () => this.#log,
      payment: () => this.#payment,
      isEnding: () => this.#isEnding,
      fail: (error) => this.#fail(error),
      timeout: (step) => this.#timeout(step),
      idle: () => this.end('idle'),
      handOver: (agentId, question) => inBackground('live agent', this.#handOver({ agentId, question })),
      cancelDelegations: () => this.#cancelDelegations(),
      awaitsConsent: () => this.#askedCalls.size > 0,
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
    return this.#phase.name === 'over'
  }

  takeSound(pcm: Uint8Array): void {
    if (this.#isMuted) return
    if (this.#phase.name === 'preparing') {
      const { waiting } = this.#phase
      if (waiting.reduce((sum, { length }) => sum + length, 0) < WAITING_BYTES) waiting.push(pcm)
    } else if (this.#phase.name !== 'over') this.#phase.talk.session.pushAudio(pcm)
  }

  handleRequest(request: Exclude<LiveConversationRequest, LiveStart>): void {
    switch (request.type) {
      case 'live-text':
        return this.#takeText(request.messageId, request.text)
      case 'live-interrupt':
        return this.#turns.interrupt(request.replyId, request.playedMs)
      case 'live-mute':
        if (request.isMuted && !this.#isMuted) this.takeSound(MUTED_SILENCE)
        this.#isMuted = request.isMuted
        return
      case 'live-agent':
        return inBackground('live agent', this.#handOver(request))
      case 'live-end':
        return this.end('client', undefined, request.playedMs)
    }
  }

  /** Ends it. A reply in progress is stored with what was played by now, or `playedMs` of it. */
  end(reason: LiveEndReason, error?: unknown, playedMs?: number): void {
    const phase = this.#phase
    if (phase.name === 'over') return
    this.#isEnding = true
    this.#turns.endReply(reason === 'failed' || reason === 'shutdown' ? 'interrupted' : 'stopped', playedMs)
    this.#phase = { name: 'over' }
    this.#alarms.clearAll()
    this.#turns.close()
    this.#delegationsCancelled.abort()
    if ('talk' in phase) phase.talk.session.close()
    this.#closed.abort()
    const payment = this.#payment
    if (payment) inBackground('live model paid', payment.close())
    const presented = error === undefined ? undefined : presentError(error)
    this.#options.channel.send({
      type: 'live-ended',
      liveId: this.liveId,
      reason,
      ...(presented && { error: presented.code, message: presented.message }),
      isRetryable: presented ? isRetryable(presented.code) : reason !== 'allowance' && reason !== 'shutdown',
      seconds: payment?.seconds ?? 0,
      costUsd: payment?.costUsd ?? 0,
    })
    this.#options.onOver()
  }

  /** Resolves when everything is stored. */
  async settled(): Promise<void> {
    await this.#log?.settled()
  }

  #fail(error: unknown): void {
    const { code } = presentError(error)
    if (!(error instanceof DomainError)) this.#dependencies.onFailure(error)
    this.end(ALLOWANCE_CODES.has(code) ? 'allowance' : 'failed', error)
  }

  async #begin(): Promise<void> {
    const { start, caller, locale, onConversation } = this.#options
    const { offer, spokenAgents, conversations, ledger } = this.#dependencies
    try {
      const model = offer.choose(start.model, caller)
      const agent = await spokenAgents.prepare({
        ...this.#agentOrder(),
        agentId: start.agentId,
        personaOverride: start.personaOverride,
        caller,
        locale,
        conversationId: start.conversationId,
      })
      if (this.isOver) return
      this.#conversationId = agent.conversationId
      onConversation(agent.conversationId)
      const payment = await LivePayment.open({
        ledger,
        model,
        caller,
        agentId: agent.id,
        conversationId: agent.conversationId,
        onLastBlock: (secondsLeft) => this.#announceEnd(secondsLeft),
        onUsedUp: (error) => this.#fail(error),
      })
      if (this.isOver) return await payment.close()
      this.#payment = payment
      this.#log = new ConversationLog({
        caller,
        writer: conversations,
        conversationId: agent.conversationId,
        isStored: !agent.staysInBrowser,
        messages: start.messages,
      })
      this.#connect(model, agent, start.voice)
    } catch (error) {
      this.#fail(error)
    }
  }

  #agentOrder() {
    const { language, useTools = true, useSearch = true } = this.#options.start
    return { language, useTools, useSearch }
  }

  #connect(model: LiveModel, agent: SpokenAgent, wantedVoice: string | undefined): void {
    const { caller, start } = this.#options
    const voice = model.voices.find(({ id }) => id === wantedVoice)?.id ?? model.voices[0]?.id ?? ''
    const session = model.open(
      {
        instructions: agent.instructions,
        voice,
        language: start.language,
        history: this.#log?.history(agent.maxChatHistory) ?? [],
        tools: model.usesTools ? agent.tools : [],
        caller: callerKeyOf(caller),
      },
      this.#closed.signal,
    )
    const { waiting, texts } = this.#phase.name === 'preparing' ? this.#phase : { waiting: [], texts: [] }
    this.#phase = { name: 'connecting', talk: { model, agent, session, voice } }
    for (const pcm of waiting) session.pushAudio(pcm)
    for (const say of texts) say()
    const { startMs } = this.#dependencies.limits
    this.#alarms.set('start', startMs, () => this.#fail(this.#timeout('did not accept the session in time')))
    inBackground('live model', this.#read(session))
  }

  async #read(session: LiveModelSession): Promise<void> {
    try {
      for await (const event of session.events) {
        if (this.#session !== session) return
        this.#takeEvent(event)
      }
      if (this.#session === session) this.end('time-limit')
    } catch (error) {
      if (this.#session === session) this.#fail(error)
    }
  }

  get #talk(): Talk | undefined {
    return 'talk' in this.#phase ? this.#phase.talk : undefined
  }

  get #session(): LiveModelSession | undefined {
    return this.#talk?.session
  }

  #takeEvent(event: LiveModelEvent): void {
    switch (event.type) {
      case 'started':
        return this.#onStarted()
      case 'delegation':
        return this.#delegate(event.id)
      case 'expiring':
        return this.#announceEnd(event.secondsLeft)
      case 'voice-started':
      case 'voice-ended':
      case 'turn-ended':
      case 'user-words':
      case 'user-words-ended':
      case 'audio':
      case 'words':
      case 'tool-call':
      case 'interrupted':
      case 'response-ended':
      case 'usage':
        return this.#turns.handleEvent(event)
    }
  }

  #onStarted(): void {
    if (this.#phase.name !== 'connecting') return
    const { talk } = this.#phase
    this.#phase = { name: 'open', talk }
    this.#alarms.clear('start')
    this.#turns.stayAwake()
    if (this.#isStarted) return
    this.#isStarted = true
    const maxSeconds = Math.min(talk.model.maxSeconds, this.#dependencies.maxSeconds)
    const announceMs = Math.min(this.#dependencies.limits.expiringMs, maxSeconds * 500)
    const endMs = maxSeconds * 1_000
    this.#alarms.set('expiring', endMs - announceMs, () => this.#announceEnd(announceMs / 1_000))
    this.#alarms.set('end', endMs, () => this.end('time-limit'))
    this.#tick()
    this.#options.channel.send({
      type: 'live-started',
      liveId: this.liveId,
      model: talk.model.id,
      agentId: talk.agent.id,
      conversationId: this.#conversationId,
      voice: talk.voice,
      maxSeconds,
    })
  }

  #tick(): void {
    this.#payment?.tick()
    if (!this.isOver && this.#payment) this.#alarms.set('tick', this.#payment.nextTickMs, () => this.#tick())
  }

  #announceEnd(secondsLeft: number): void {
    this.#options.channel.send({ type: 'live-expiring', liveId: this.liveId, secondsLeft })
  }

  /** The agent answers with an ordinary reply, which the model speaks. */
  #delegate(id: string): void {
    const { agent, session } = this.#talk ?? {}
    if (!agent || !session || !this.#turns.isAsked) return
    const { caller, locale, start, channel } = this.#options
    this.#turns.awaitDelegation()
    const answered = answerDelegation(
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
        personaOverride: start.personaOverride,
        messages: this.#log?.messages ?? [],
      },
      {
        say: (text) => {
          this.#turns.stayAwake()
          session.addCommentary(id, text)
        },
        send: (answer) => {
          if (answer.event.type === 'tool_finished') this.#askedCalls.delete(answer.event.id)
          else if (answer.event.needsConsent) this.#askedCalls.add(answer.event.id)
          channel.send(answer)
        },
      },
      this.#delegationsCancelled.signal,
    )
    inBackground('live delegation', answered)
  }

  #cancelDelegations(): void {
    this.#askedCalls.clear()
    this.#delegationsCancelled.abort()
    this.#delegationsCancelled = new AbortController()
  }

  #takeText(messageId: string, text: string): void {
    if (this.#phase.name === 'preparing') this.#phase.texts.push(() => this.#takeText(messageId, text))
    if ('talk' in this.#phase) this.#turns.takeText(messageId, text)
  }

  /** Continues with another agent, in a session of its own: a vendor's session has one prompt and one voice. */
  async #handOver(handover: {
    readonly agentId: string
    readonly voice?: string | undefined
    readonly personaOverride?: string | null | undefined
    readonly question?: string
  }): Promise<void> {
    const talk = this.#talk
    if (!talk) return
    const { caller, locale, start, channel } = this.#options
    const listed = start.agents.find(({ id }) => id === handover.agentId)
    let agent: SpokenAgent
    try {
      agent = await this.#dependencies.spokenAgents.prepare({
        ...this.#agentOrder(),
        agentId: handover.agentId,
        personaOverride:
          handover.personaOverride === undefined ? listed?.personaOverride : handover.personaOverride,
        caller,
        locale,
        conversationId: this.#conversationId,
      })
    } catch {
      // The agent that is there answers.
      agent = talk.agent
    }
    if (this.#talk !== talk) return
    if (agent !== talk.agent) {
      this.#turns.cutNow()
      this.#cancelDelegations()
      talk.session.close()
      this.#turns.reset()
      this.#connect(talk.model, agent, handover.voice ?? listed?.voice)
    }
    const voice = this.#talk?.voice ?? talk.voice
    channel.send({ type: 'live-agent', liveId: this.liveId, agentId: agent.id, voice })
    if (handover.question === undefined) return
    this.#turns.watchForStall()
    this.#session?.say(handover.question)
  }

  #timeout(step: string): ProviderFailure {
    const { id = '', name = '' } = this.#talk?.model.provider ?? {}
    return new ProviderFailure({ kind: 'timeout', provider: id, message: `${name} ${step}.` })
  }
}
