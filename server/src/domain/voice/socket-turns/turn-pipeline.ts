import type { SocketTurnSpeech } from '@vee/contract/socket/messages'
import type { Transcription } from '@vee/contract/http/speech'
import type { Caller } from '../../accounts/index.ts'
import type { OwnKeys } from '../../money/ledger/index.ts'
import type { SpeculativeReply, StartedReply, Question, Replies } from '../../replies/index.ts'
import type { RecordingHints, Speech } from '../speech/index.ts'
import type { SocketChannel } from './ports.ts'
import { SpeechPipeline } from './speech-pipeline.ts'
import { inBackground } from '#lib/background.ts'

export interface TurnPipelineOptions {
  readonly turnId: string
  readonly caller: Caller
  /** WAV, or the words if they are known */
  readonly input:
    | {
        readonly sound: Uint8Array
        /** returns its transcription if it was transcribed while it was spoken; rejects otherwise */
        readonly streamedTranscription?: (() => Promise<Transcription>) | undefined
        /** the sound is not transcribed if they reject */
        readonly isCaptionsOnly: boolean
      }
    | { readonly words: string }
  readonly hints: RecordingHints
  /** for this turn only */
  readonly ownKeys: OwnKeys
  /** undefined if only the transcript is needed */
  readonly question: ((transcription: string, messageId: string | undefined) => Question) | undefined
  /** returns whether the words are a command to the client: their reply waits for the confirmation of the question */
  readonly isCommand: (text: string) => boolean
  /** how the reply is spoken; undefined if it is text only */
  readonly speech: SocketTurnSpeech | undefined
  /** how long its speech waits for the request for its next segment, in ms */
  readonly segmentRequestTimeoutMs: number
}

export interface TurnPipelineDependencies {
  readonly speech: Pick<Speech, 'transcribe' | 'synthesize'>
  /** the same for speculative work: the ledger marks it */
  readonly speculativeSpeech: Pick<Speech, 'transcribe' | 'synthesize'>
  readonly replies: Pick<Replies, 'start' | 'startSpeculative'>
}

/**
 * One run of transcription, reply and speech for an utterance. It runs on its own without output; `deliver` sends the
 * results. A speculative run starts in a pause, before the utterance is known to be complete. Whether speculative or not,
 * its reply may start before the client confirms the transcript as the question: it is then a speculative reply, which
 * `confirmQuestion` makes a regular one and `cancel` discards.
 */
export class TurnPipeline {
  readonly #options: TurnPipelineOptions
  readonly #dependencies: TurnPipelineDependencies
  readonly #allowSpeculation: () => Promise<boolean>
  readonly #cancelled = new AbortController()
  readonly #transcription: Promise<Transcription | undefined>
  /** resolves when the reply has begun; with undefined if there is none */
  readonly #reply: Promise<StartedReply | undefined>
  readonly #speech: SpeechPipeline | undefined
  #startedReply: StartedReply | undefined
  #speculativeReply: SpeculativeReply | undefined
  /** the utterance may not be complete */
  #isSpeculative: boolean
  #isQuestionConfirmed = false
  /** id of the message of the confirmed question */
  #messageId: string | undefined
  /** resolves when the question is confirmed, or everything is cancelled: then a reply that was not allowed earlier starts */
  readonly #questionDecided = Promise.withResolvers<void>()
  /** resolves when the reply is a regular one, or everything is cancelled: then it can be delivered */
  readonly #replyDecided = Promise.withResolvers<void>()
  #hasFailed = false

  /**
   * @param isSpeculative the utterance may not be complete; see `confirmSpeculation`
   * @param allowSpeculation returns whether its reply may start before the question is confirmed; called once, when the
   * utterance is being transcribed
   */
  constructor(
    options: TurnPipelineOptions,
    dependencies: TurnPipelineDependencies,
    isSpeculative: boolean,
    allowSpeculation: () => Promise<boolean>,
  ) {
    this.#options = options
    this.#dependencies = dependencies
    this.#isSpeculative = isSpeculative
    this.#allowSpeculation = allowSpeculation
    const { turnId, speech, segmentRequestTimeoutMs, caller, ownKeys } = options
    if (options.question && speech) {
      const { announcements: _, voices = {}, ...voice } = speech
      this.#speech = new SpeechPipeline(
        turnId,
        speech,
        segmentRequestTimeoutMs,
        ({ text, speakerId }, signal) => {
          const request = { ...voice, ...voices[speakerId], text, format: 'pcm' as const }
          return this.#speechServices().synthesize(request, { caller, ownKeys }, signal)
        },
      )
    }
    this.#transcription = this.#transcribe()
    this.#reply = this.#startReply()
    // `deliver` receives the error; a discarded run may fail silently.
    this.#transcription.catch(() => {})
    this.#reply.catch(() => (this.#hasFailed = true))
  }

  /** Called when the utterance is complete and equals the speculative one. */
  confirmSpeculation(): void {
    this.#isSpeculative = false
  }

  /** Confirms the transcript as the question, and its reply as a regular one. Rejects like Replies.stream. */
  async confirmQuestion(messageId: string | undefined): Promise<void> {
    if (this.#isQuestionConfirmed) return
    this.#messageId = messageId
    this.#isQuestionConfirmed = true
    this.#questionDecided.resolve()
    await this.#speculativeReply?.confirm(messageId)
    this.#replyDecided.resolve()
  }

  /** Sends the results, the reply from after the event `after`. Rejects with the error that ended it. */
  async deliver(channel: SocketChannel, after: number, disconnectSignal: AbortSignal): Promise<void> {
    const { turnId } = this.#options
    const transcription = await this.#transcription
    if (disconnectSignal.aborted) return
    if (transcription) channel.send({ type: 'transcript', turnId, ...transcription })
    const reply = await this.#reply
    if (reply) await this.#replyDecided.promise
    const isDiscarded = this.#cancelled.signal.aborted && !this.#isQuestionConfirmed
    if (disconnectSignal.aborted || isDiscarded) return
    // Speech that was interrupted within a word cannot be resumed: the client requests the rest by POST /tts.
    const speech = after === 0 ? this.#speech?.speakTo(channel) : undefined
    if (reply) {
      for await (const { id, event } of reply.read(after, disconnectSignal)) {
        if (!disconnectSignal.aborted) channel.send({ type: 'reply', turnId, id, event })
      }
    }
    await speech
  }

  want(segment: number): void {
    this.#speech?.want(segment)
  }

  /** Continues the reply without speech. */
  stopSpeech(): void {
    this.#speech?.end()
  }

  /** Returns whether it is unusable. */
  get hasFailed(): boolean {
    return this.#hasFailed || (this.#speculativeReply?.hasFailed ?? false)
  }

  /** Ends everything. A regular reply is stopped and keeps its text; speculative work is discarded. */
  cancel(): void {
    this.#cancelled.abort()
    this.stopSpeech()
    this.#startedReply?.stop()
    this.#questionDecided.resolve()
    this.#replyDecided.resolve()
  }

  #speechServices(): TurnPipelineDependencies['speech'] {
    return this.#isSpeculative ? this.#dependencies.speculativeSpeech : this.#dependencies.speech
  }

  /** Returns undefined if the words were known. */
  async #transcribe(): Promise<Transcription | undefined> {
    const { input, hints, caller, ownKeys } = this.#options
    if ('words' in input) return undefined
    const streamed = await input.streamedTranscription?.().catch((error: unknown) => {
      if (input.isCaptionsOnly) throw error
      return undefined
    })
    if (streamed) return streamed
    this.#cancelled.signal.throwIfAborted()
    return this.#speechServices().transcribe(
      inOneChunk(input.sound),
      async () => hints,
      { caller, ownKeys },
      this.#cancelled.signal,
    )
  }

  /** Starts the reply and its speech when both are allowed. Returns undefined if there is nothing to reply to. */
  async #startReply(): Promise<StartedReply | undefined> {
    const { question } = this.#options
    const isSpeculationAllowed = checkLater(this.#allowSpeculation)
    const text = await this.#questionText()
    if (text === undefined || !question) {
      this.#speech?.end()
      return undefined
    }
    await this.#waitUntilReplyMayStart(text, isSpeculationAllowed)
    const reply = this.#startReplyTo(question(text, this.#messageId))
    this.#startedReply = reply
    this.#speakReply(reply)
    await reply.begun
    return reply
  }

  /** Returns undefined if nothing was said. */
  async #questionText(): Promise<string | undefined> {
    const { input } = this.#options
    const transcription = await this.#transcription
    this.#cancelled.signal.throwIfAborted()
    if ('words' in input) return input.words
    return transcription?.isNoSpeech === true ? undefined : (transcription?.text ?? '')
  }

  /** Rejects if everything was cancelled meanwhile. */
  async #waitUntilReplyMayStart(text: string, isSpeculationAllowed: Promise<boolean>): Promise<void> {
    if (!this.#isQuestionConfirmed) {
      const mayStartNow = !this.#options.isCommand(text) && (await isSpeculationAllowed)
      if (!mayStartNow) await this.#questionDecided.promise
    }
    this.#cancelled.signal.throwIfAborted()
  }

  #startReplyTo(question: Question): StartedReply {
    const { replies } = this.#dependencies
    const { caller } = this.#options
    if (this.#isQuestionConfirmed) return replies.start(question, caller)
    this.#speculativeReply = replies.startSpeculative(question, caller)
    return this.#speculativeReply
  }

  #speakReply(reply: StartedReply): void {
    const speech = this.#speech
    if (!speech) return
    const followed = speech.follow(reply.read(0, this.#cancelled.signal)).catch(() => speech.end())
    inBackground('speech of a socket turn', followed)
  }
}

async function* inOneChunk(sound: Uint8Array) {
  yield sound
}

/** Runs a check after the current work, which it must not delay. Resolves with false if it fails. */
function checkLater(check: () => Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const settle = async () => resolve(await check().catch(() => false))
  setImmediate(() => inBackground('speculation counted', settle()))
  return promise
}
