import { randomUUID } from 'node:crypto'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Source } from '@vee/contract/entities/source'
import type { TokenUsage } from '@vee/contract/entities/message'
import type { FinishReason } from '@vee/contract/stream/reply-event'
import {
  LIVE_MODEL_OUTPUT_RATE,
  type LiveModelEvent,
  type LiveModelSession,
  tokenUsageOf,
} from '#providers/speech/live-models/live-model.ts'
import { inBackground } from '#lib/background.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { Alarms } from './alarms.ts'
import type { ConversationLog } from './conversation-log.ts'
import { LONGEST_COMMAND_MS } from './limits.ts'
import type { LivePayment } from './payment.ts'
import { ReplyOutput } from './reply-output.ts'
import type { NextQuestion, LiveReplyState, Talk, TurnTakingHost, UserTurn } from './turn-state.ts'
import { wordUseOf } from './use-of-words.ts'

/** In place of words that were spoken by either side, and not transcribed by the vendor. */
const UNKNOWN_WORDS = '…'

const createTurn = (more: Partial<UserTurn> = {}): UserTurn => ({
  messageId: randomUUID(),
  replyId: randomUUID(),
  startedAt: performance.now(),
  text: '',
  isTranscribed: false,
  isDecided: false,
  isAnswered: false,
  isLong: false,
  ...more,
})

/** Decides what the user's words are, when the model responds, and what became of its replies. */
export class TurnTaking {
  readonly #host: TurnTakingHost
  readonly #alarms = new Alarms<'stall' | 'hold' | 'cut' | 'play' | 'idle' | 'words'>()
  readonly #turns = new Map<string, UserTurn>()
  readonly #openCalls = new Set<string>()
  #reply: LiveReplyState = { name: 'none' }
  #replyId = ''
  #replyUsage: TokenUsage | undefined
  #toolsCancelled = new AbortController()
  /** the last turn that was decided or answered */
  #lastTurn: UserTurn | undefined
  #isAsked = false
  #voiceStartedAt: number | undefined
  #paidUsd = 0

  constructor(host: TurnTakingHost) {
    this.#host = host
  }

  /** whether the last words of the user were a question: only that is delegated */
  get isAsked(): boolean {
    return this.#isAsked
  }

  handleEvent(event: LiveModelEvent): void {
    switch (event.type) {
      case 'voice-started':
        this.#voiceStartedAt ??= performance.now()
        this.stayAwake()
        return this.#host.channel.send({ type: 'live-voice', liveId: this.#host.liveId, state: 'started' })
      case 'voice-ended':
        return this.#host.channel.send({ type: 'live-voice', liveId: this.#host.liveId, state: 'ended' })
      case 'turn-ended':
        return this.#onTurnEnded(this.#turnOf(event.itemId))
      case 'user-words':
        return this.#onWords(this.#turnOf(event.itemId), event.final, event.tail)
      case 'user-words-ended':
        return this.#decide(event.itemId)
      case 'audio':
        this.#payment?.expect(event.pcm.length / 2 / LIVE_MODEL_OUTPUT_RATE)
        return this.#outputOfReply()?.addAudio(event.pcm)
      case 'words':
        return this.#outputOfReply()?.addWords(event.text)
      case 'tool-call':
        return this.#onToolCall(event)
      case 'interrupted':
        return this.#cut(undefined)
      case 'response-ended':
        return this.#onResponseEnded(event.reason)
      case 'usage':
        if (event.usage.by === 'tokens') this.#replyUsage = tokenUsageOf(event.usage.tokens)
        return this.#payment?.addUsage(event.usage)
      // The conversation handles these.
      case 'started':
      case 'delegation':
      case 'expiring':
    }
  }

  /** Called when another session begins: turns of the one before are over. */
  reset(): void {
    this.#turns.clear()
  }

  /** Called when the agent works on what the model delegated: its response ends before that. */
  awaitDelegation(): void {
    this.#alarms.clear('stall')
    this.stayAwake()
  }

  /** Called at the end of the conversation. */
  close(): void {
    this.#alarms.clearAll()
    this.#toolsCancelled.abort()
  }

  get #talk(): Talk | undefined {
    return this.#host.talk()
  }

  get #session(): LiveModelSession | undefined {
    return this.#talk?.session
  }

  get #log(): ConversationLog | undefined {
    return this.#host.log()
  }

  get #payment(): LivePayment | undefined {
    return this.#host.payment()
  }

  stayAwake(): void {
    this.#alarms.set('idle', this.#host.limits.idleMs, () => this.#host.idle())
  }

  #turnOf(itemId: string): UserTurn {
    const existingTurn = this.#turns.get(itemId)
    if (existingTurn) return existingTurn
    const turn = createTurn()
    this.#turns.set(itemId, turn)
    return turn
  }

  #onWords(turn: UserTurn, final: string, tail: string): void {
    this.stayAwake()
    turn.text += final
    turn.isTranscribed = true
    this.#host.channel.send({
      type: 'live-words',
      liveId: this.#host.liveId,
      messageId: turn.messageId,
      text: turn.text,
      tail,
    })
  }

  /** Lets the model respond, unless the words decide whether a reply that is being played continues. */
  #onTurnEnded(turn: UserTurn): void {
    turn.isLong = performance.now() - (this.#voiceStartedAt ?? turn.startedAt) > LONGEST_COMMAND_MS
    this.#voiceStartedAt = undefined
    const [itemId] = [...this.#turns].find(([, candidate]) => candidate === turn) ?? ['']
    if (!turn.isDecided) this.#alarms.set('words', this.#host.limits.wordsMs, () => this.#decide(itemId))
    if (!turn.isDecided && this.#reply.name === 'none') this.#respondTo(turn)
  }

  #respondTo(turn: UserTurn): void {
    if (this.#host.isEnding() || turn.isAnswered || this.#talk?.model.turns === 'automatic') return
    turn.isAnswered = true
    this.#lastTurn = turn
    this.watchForStall()
    this.#session?.respond()
  }

  /** Called with the final words of a turn. */
  #decide(itemId: string): void {
    const turn = this.#turns.get(itemId)
    if (!turn || turn.isDecided) return
    turn.isDecided = true
    this.#isAsked = false
    this.#alarms.clear('words')
    this.#turns.delete(itemId)
    const isUnknown = !turn.isTranscribed && (turn.isAnswered || this.#isAnswering(turn))
    const text = isUnknown ? UNKNOWN_WORDS : turn.text.trim()
    const decided = isUnknown ? ({ use: 'question' } as const) : this.#useOf(text, turn)
    const use = decided.use === 'hand-over' ? 'question' : decided.use
    this.#host.channel.send({
      type: 'live-heard',
      liveId: this.#host.liveId,
      messageId: turn.messageId,
      text,
      use,
    })
    if (decided.use === 'question') return this.#ask(turn, text)
    this.#discardReplyTo(turn)
    this.#session?.forget(itemId)
    if (decided.use === 'command' && decided.isStop) {
      this.#host.cancelDelegations()
      this.#cut(undefined)
    }
    if (decided.use === 'hand-over') {
      this.cutNow()
      this.#lastTurn = turn
      this.#store(turn, text, decided.agentId)
      this.#host.handOver(decided.agentId, text)
    }
  }

  #useOf(text: string, turn: UserTurn) {
    const { commands, agents, language } = this.#host.start
    const isSounding = this.#isSounding && !this.#isAnswering(turn)
    return wordUseOf(text, {
      languages: commands?.languages ?? [language],
      wakeWords: commands?.wakeWords ?? [],
      agents,
      hasCommands: commands !== undefined,
      currentAgentId: this.#talk?.agent.id ?? '',
      sounding: isSounding && 'output' in this.#reply ? this.#reply.output.reply.text : undefined,
      awaitsConsent: 'output' in this.#reply && this.#reply.output.awaitsConsent,
    })
  }

  /** whether the client plays a reply, or will soon */
  get #isSounding(): boolean {
    return this.#reply.name === 'generating' || this.#reply.name === 'playing'
  }

  #isAnswering(turn: UserTurn): boolean {
    return (this.#reply.name === 'generating' || this.#reply.name === 'playing') && this.#reply.turn === turn
  }

  /** The words are a question. Its reply may be in progress already. */
  #ask(turn: UserTurn, text: string): void {
    if (this.#isAnswering(turn)) {
      this.#store(turn, text)
      return this.#release()
    }
    this.#lastTurn = turn
    if (this.#isSounding || this.#reply.name === 'cut') return this.#cut({ turn, text })
    this.#store(turn, text)
    this.#respondTo(turn)
  }

  #store({ messageId, replyId }: UserTurn, text: string, agentId = this.#talk?.agent.id ?? ''): void {
    this.#isAsked = true
    const stored = this.#log?.addQuestion({ id: messageId, text, agentId }, replyId)
    stored?.catch((error: unknown) => this.#host.fail(error))
  }

  /** A reply that answers what is no question is neither heard nor stored, nor remembered by the model. */
  #discardReplyTo(turn: UserTurn): void {
    const state = this.#reply
    const isAnswering = this.#isAnswering(turn)
    if (!turn.isAnswered && !isAnswering) return
    if (state.name !== 'playing') this.#session?.cancel()
    if (!isAnswering || !('output' in state)) return
    for (const name of ['hold', 'play'] as const) this.#alarms.clear(name)
    this.#cancelTools()
    this.#session?.truncate(0)
    this.#reply = state.name === 'playing' ? { name: 'none' } : { name: 'discarded' }
    if (state.output.hasBegun) {
      this.#sendCut()
      this.#sendEnd('', 'stopped', state.output)
    }
    state.output.silence()
  }

  #sendCut(): void {
    this.#host.channel.send({ type: 'live-reply-cut', liveId: this.#host.liveId, replyId: this.#replyId })
  }

  /** Sends what waited for the words that are answered. */
  #release(): void {
    this.#alarms.clear('hold')
    if (!this.#isSounding || !('output' in this.#reply)) return
    this.#reply.output.release()
    if (this.#reply.name === 'playing') this.#endWhenPlayed(this.#reply.output, this.#reply.finishReason)
  }

  #endWhenPlayed({ reply }: ReplyOutput, finishReason: FinishReason): void {
    this.#alarms.set('play', reply.remainingMs(), () => this.endReply(finishReason))
  }

  /** Returns where the vendor's output goes; starts a reply with the first of it. */
  #outputOfReply(): ReplyOutput | undefined {
    this.watchForStall()
    this.stayAwake()
    if (this.#reply.name === 'generating') return this.#reply.output
    if (this.#reply.name === 'discarded') return undefined
    // A model with its own turns answers an interruption before the client has reported it, and may continue after it
    // was done.
    if (this.#reply.name === 'cut') this.endReply('stopped')
    if (this.#reply.name === 'playing') this.endReply(this.#reply.finishReason)
    const turn = this.#answeredTurn()
    const isFirst = turn !== undefined && turn.replyId !== this.#replyId
    this.#replyId = isFirst ? turn.replyId : randomUUID()
    this.#replyUsage = undefined
    this.#toolsCancelled = new AbortController()
    const isHeld = turn !== undefined && !turn.isDecided && !turn.isLong
    const output = new ReplyOutput({
      liveId: this.#host.liveId,
      agentId: this.#agentId,
      replyId: this.#replyId,
      channel: this.#host.channel,
      isHeld,
      maxBytes: this.#host.limits.soundBytes,
      onTooMuch: () =>
        this.#host.fail(new DomainError('UNAVAILABLE', 'The connection is too slow for this audio.')),
    })
    this.#reply = { name: 'generating', turn, output }
    if (isHeld) this.#alarms.set('hold', this.#host.limits.holdMs, () => this.#release())
    return output
  }

  get #agentId(): AgentId {
    const id = this.#talk?.agent.id
    if (id === undefined) throw new Error('a reply needs an agent')
    return id
  }

  /** Returns the turn that the model answers; one with its own turns does so before its words are final. */
  #answeredTurn(): UserTurn | undefined {
    const undecided = this.#talk?.model.turns === 'automatic' ? [...this.#turns.values()].at(-1) : undefined
    return undecided ?? this.#lastTurn
  }

  #onToolCall({ callId, name, arguments: args }: Extract<LiveModelEvent, { type: 'tool-call' }>): void {
    const output = this.#outputOfReply()
    const { agent, session } = this.#talk ?? {}
    if (!output || !agent || !session) return
    this.#openCalls.add(callId)
    this.#alarms.clear('stall')
    const circumstances = { replyId: this.#replyId, messages: this.#log?.messages ?? [] }
    const { signal } = this.#toolsCancelled
    const run = async () => {
      const result = await agent.runTool(
        { id: callId, name, arguments: args },
        circumstances,
        signal,
        (event) => {
          if (event.type === 'tool_started' || event.type === 'tool_finished') output.tool(event)
        },
      )
      if (!this.#openCalls.delete(callId) || this.#session !== session) return
      session.answerToolCall(callId, result)
      this.stayAwake()
      if (this.#openCalls.size === 0) this.watchForStall()
    }
    inBackground(
      'live model tool',
      run().catch((error: unknown) => {
        if (!signal.aborted) this.#host.fail(error)
      }),
    )
  }

  #onResponseEnded(reason: 'stop' | 'length' | 'content_filter' | 'stopped'): void {
    // That of a cancelled response comes after the next one was requested.
    if (reason !== 'stopped') this.#alarms.clear('stall')
    if (this.#reply.name === 'discarded') this.#reply = { name: 'none' }
    if (this.#reply.name !== 'generating') return
    const { turn, output } = this.#reply
    if (this.#openCalls.size > 0 && reason === 'stop') return output.endPart()
    this.#reply = { name: 'playing', turn, output, finishReason: reason }
    if (!output.isHeld) this.#endWhenPlayed(output, reason)
  }

  interrupt(replyId: string, playedMs: number): void {
    this.#host.cancelDelegations()
    if (replyId === this.#replyId) this.endReply('stopped', playedMs)
  }

  /** Interrupts the reply that is being played: the client reports what was played, and the next question follows. */
  #cut(next: NextQuestion | undefined): void {
    const state = this.#reply
    if (state.name === 'cut') {
      state.next = next ?? state.next
      return
    }
    if (state.name !== 'generating' && state.name !== 'playing') return
    const { output } = state
    const isComplete = state.name === 'playing'
    if (!isComplete) this.#session?.cancel()
    this.#cancelTools()
    for (const name of ['play', 'hold', 'stall'] as const) this.#alarms.clear(name)
    this.#reply = { name: 'cut', output, isComplete, next }
    const { hasBegun } = output
    output.silence()
    if (!hasBegun) return this.endReply('stopped', 0)
    this.#sendCut()
    this.#alarms.set('cut', this.#host.limits.cutMs, () => this.endReply('stopped'))
  }

  /** Interrupts the reply that is being played, with an estimate of what was played. */
  cutNow(): void {
    if ('output' in this.#reply && this.#reply.name !== 'cut' && this.#reply.output.hasBegun) this.#sendCut()
    this.endReply('stopped')
  }

  #cancelTools(): void {
    this.#toolsCancelled.abort()
    this.#openCalls.clear()
  }

  /** Ends the reply in progress, and stores it: all of it, or what was heard of it. Then comes the next question. */
  endReply(finishReason: FinishReason, playedMs?: number): void {
    const state = this.#reply
    if (state.name === 'none' || state.name === 'discarded') return
    this.#reply = { name: 'none' }
    for (const name of ['play', 'cut', 'hold', 'stall'] as const) this.#alarms.clear(name)
    this.#cancelTools()
    if (state.name === 'generating') this.#session?.cancel()
    this.#storeHeard(state, finishReason, playedMs)
    const next = state.name === 'cut' ? state.next : undefined
    if (!next) return
    this.#store(next.turn, next.text)
    this.#respondTo(next.turn)
  }

  #storeHeard(
    state: Extract<LiveReplyState, { readonly output: ReplyOutput }>,
    finishReason: FinishReason,
    playedMs: number | undefined,
  ): void {
    const { output } = state
    const { reply, hasBegun } = output
    output.silence()
    if (!hasBegun) return
    const isCut = finishReason === 'stopped' || finishReason === 'interrupted'
    const played = Math.min(playedMs ?? reply.playedMs(), reply.audioMs)
    const isComplete = state.name === 'playing' || (state.name === 'cut' && state.isComplete)
    const isWhole = !isCut || (isComplete && played >= reply.audioMs)
    const words = isWhole ? reply.text : reply.heardText(played)
    const text = reply.text === '' && played > 0 ? UNKNOWN_WORDS : words
    const reason = isWhole && isCut ? 'stop' : finishReason
    if (!isWhole) this.#session?.truncate(played)
    const sources = this.#talk?.agent.sourcesOf(this.#replyId, text) ?? []
    this.#sendEnd(text, reason, output, sources)
    this.#storeReply(text, reason, sources)
    this.stayAwake()
  }

  #sendEnd(
    text: string,
    finishReason: FinishReason,
    { reply }: ReplyOutput,
    sources: readonly Source[] = [],
  ): void {
    this.#host.channel.send({
      type: 'live-reply-ended',
      liveId: this.#host.liveId,
      replyId: this.#replyId,
      text,
      finishReason,
      audioMs: reply.audioMs,
      ...(this.#replyUsage && { usage: this.#replyUsage }),
      ...(sources.length > 0 && { sources: [...sources] }),
    })
  }

  #storeReply(text: string, finishReason: FinishReason, sources: readonly Source[]): void {
    const { model, agent } = this.#talk ?? {}
    if (!model || !agent) return
    const costUsd = this.#payment?.costUsd ?? 0
    this.#log?.addReply({
      id: this.#replyId,
      text,
      agentId: agent.id,
      finishReason,
      model: model.model,
      provider: model.provider.id,
      usage: this.#replyUsage,
      costUsd: Math.max(0, costUsd - this.#paidUsd),
      hasOutsideText: agent.hasOutsideText,
      sources,
    })
    this.#paidUsd = costUsd
  }

  takeText(messageId: string, text: string): void {
    this.stayAwake()
    this.cutNow()
    const turn = createTurn({ messageId, text, isTranscribed: true, isDecided: true, isAnswered: true })
    this.#lastTurn = turn
    this.#store(turn, text)
    this.#host.channel.send({
      type: 'live-heard',
      liveId: this.#host.liveId,
      messageId,
      text,
      use: 'question',
    })
    this.watchForStall()
    this.#session?.say(text)
  }

  watchForStall(): void {
    const { stallMs } = this.#host.limits
    this.#alarms.set('stall', stallMs, () =>
      this.#host.fail(this.#host.timeout('did not continue its response')),
    )
  }
}
