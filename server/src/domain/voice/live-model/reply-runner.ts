import type { TokenUsage } from '@vee/contract/entities/message'
import type { Source } from '@vee/contract/entities/source'
import type { FinishReason } from '@vee/contract/stream/reply-event'
import type { LiveModel, LiveModelSession } from '#providers/speech/live-models/live-model.ts'
import { inBackground } from '#lib/background.ts'
import { machineClock } from '#lib/turn-decisions.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { LiveModelAgent } from '../../replies/index.ts'
import type { SocketChannel } from '../socket-turns/index.ts'
import type { ConversationLog } from './conversation-log.ts'
import type { LiveModelEffect, ReplyEffect } from './live-model-state.ts'
import { ReplyOutput } from './reply-output.ts'
import { endOfReply } from './timed-reply.ts'

/** The agent that speaks, and its session at the vendor. */
export interface Talk {
  readonly model: LiveModel
  readonly agent: LiveModelAgent
  readonly session: LiveModelSession
  readonly voice: string
  readonly log: ConversationLog
}

interface ReplyRunnerOptions {
  readonly liveId: string
  readonly channel: SocketChannel
  /** audio that waits for a slow client */
  readonly maxBytes: number
  /** returns what the conversation has cost so far */
  readonly costUsd: () => number
  readonly onPlayed: (replyId: string) => void
  readonly onConsentAsked: (callId: string) => void
  readonly onToolFinished: (callId: string, result: string) => void
  readonly onFailed: (error: unknown) => void
}

/** The reply whose audio and words the client receives, or the last one. */
interface CurrentReply {
  readonly replyId: string
  readonly output: ReplyOutput
  readonly toolsCancelled: AbortController
  usage: TokenUsage | undefined
}

type EffectOf<Type extends ReplyEffect['type']> = Extract<ReplyEffect, { readonly type: Type }>

const REPLY_EFFECTS: Readonly<Record<ReplyEffect['type'], true>> = {
  'start-output': true,
  'push-audio': true,
  'push-words': true,
  'end-part': true,
  'release-output': true,
  'await-playback': true,
  'cut-output': true,
  'silence-output': true,
  'end-output': true,
  'retract-output': true,
  'run-tool': true,
  'cancel-tools': true,
}

export const isReplyEffect = (effect: LiveModelEffect): effect is ReplyEffect => effect.type in REPLY_EFFECTS

/** Executes the effects on the replies of one conversation with a live model. */
export class ReplyRunner {
  readonly #options: ReplyRunnerOptions
  #current: CurrentReply | undefined
  #paidUsd = 0

  constructor(options: ReplyRunnerOptions) {
    this.#options = options
  }

  /** Called with what the vendor billed. */
  setUsage(usage: TokenUsage): void {
    if (this.#current) this.#current.usage = usage
  }

  cancelTools(): void {
    this.#current?.toolsCancelled.abort()
  }

  run(effect: ReplyEffect, talk: Talk): void {
    if (effect.type === 'start-output') return this.#start(talk, effect)
    const current = this.#current
    if (!current) return
    const { output } = current
    switch (effect.type) {
      case 'push-audio':
        return output.addAudio(effect.pcm)
      case 'push-words':
        return output.addWords(effect.text)
      case 'end-part':
        return output.endPart()
      case 'release-output':
        return output.release()
      case 'await-playback': {
        const { replyId } = effect
        machineClock.after(output.reply.remainingMs(), () => this.#options.onPlayed(replyId))
        return
      }
      case 'cut-output':
        return this.#cut(current)
      case 'silence-output':
        return output.silence()
      case 'end-output':
        return this.#end(current, talk, effect)
      case 'retract-output':
        return this.#retract(current, talk, effect.hasBegun)
      case 'run-tool':
        return inBackground('live model tool', this.#runTool(current, talk, effect))
      case 'cancel-tools':
        return this.cancelTools()
    }
  }

  #start({ agent }: Talk, { replyId, isHeld }: EffectOf<'start-output'>): void {
    const { liveId, channel, maxBytes, onFailed } = this.#options
    const output = new ReplyOutput({
      liveId,
      agentId: agent.id,
      replyId,
      channel,
      isHeld,
      maxBytes,
      onTooMuch: () => onFailed(new DomainError('UNAVAILABLE', 'The connection is too slow for this audio.')),
    })
    this.#current = { replyId, output, toolsCancelled: new AbortController(), usage: undefined }
  }

  #cut({ output, replyId }: CurrentReply): void {
    output.silence()
    const { channel, liveId } = this.#options
    channel.send({ type: 'live-reply-cut', liveId, replyId })
  }

  #end(current: CurrentReply, { model, agent, session, log }: Talk, effect: EffectOf<'end-output'>): void {
    const { output, replyId, usage } = current
    output.silence()
    const { text, finishReason, truncatedMs } = endOfReply(output.reply, effect)
    if (truncatedMs !== undefined) session.truncate(truncatedMs)
    const sources = agent.sourcesOf(replyId, text)
    this.#sendEnd(current, text, finishReason, sources)
    const costUsd = this.#options.costUsd()
    log.addReply({
      id: replyId,
      text,
      agentId: agent.id,
      finishReason,
      model: model.model,
      provider: model.provider.id,
      usage,
      costUsd: Math.max(0, costUsd - this.#paidUsd),
      hasOutsideText: agent.hasOutsideText,
      sources,
    })
    this.#paidUsd = costUsd
  }

  #retract(current: CurrentReply, { session }: Talk, hasBegun: boolean): void {
    session.truncate(0)
    if (!hasBegun) return current.output.silence()
    this.#cut(current)
    this.#sendEnd(current, '', 'stopped')
  }

  #sendEnd(
    { replyId, output, usage }: CurrentReply,
    text: string,
    finishReason: FinishReason,
    sources: readonly Source[] = [],
  ): void {
    const { channel, liveId } = this.#options
    const { audioMs } = output.reply
    channel.send({
      type: 'live-reply-ended',
      liveId,
      replyId,
      text,
      finishReason,
      audioMs,
      ...(usage && { usage }),
      ...(sources.length > 0 && { sources: [...sources] }),
    })
  }

  async #runTool(
    { output, toolsCancelled: { signal } }: CurrentReply,
    { agent, log }: Talk,
    { callId: id, name, arguments: args, replyId }: EffectOf<'run-tool'>,
  ): Promise<void> {
    const circumstances = { replyId, messages: log.messages }
    const { onConsentAsked, onToolFinished, onFailed } = this.#options
    try {
      const result = await agent.runTool({ id, name, arguments: args }, circumstances, signal, (event) => {
        if (event.type === 'tool_started' && event.needsConsent) onConsentAsked(id)
        if (event.type === 'tool_started' || event.type === 'tool_finished') output.tool(event)
      })
      if (!signal.aborted) onToolFinished(id, result)
    } catch (error) {
      if (!signal.aborted) onFailed(error)
    }
  }
}
