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
  /** returns whether the words are a command to the client: their reply waits for `ask` */
  readonly isCommand: (text: string) => boolean
  /** how the reply is spoken; undefined if it is text only */
  readonly speech: SocketTurnSpeech | undefined
  /** how long its speech waits for the request for its next segment, in ms */
  readonly wantMs: number
}

export interface TurnPipelineDependencies {
  readonly speech: Pick<Speech, 'transcribe' | 'synthesize'>
  /** the same for speculative work: the ledger marks it */
  readonly speculativeSpeech: Pick<Speech, 'transcribe' | 'synthesize'>
  readonly replies: Pick<Replies, 'start' | 'startSpeculative'>
}

/**
 * An utterance in transcription, agent and speech. It runs on its own without output; `deliver` sends the
 * results. Its reply is invisible until `ask` makes it a regular reply or `cancel` discards it. A speculative
 * one is started in a pause, before the utterance is known to be complete.
 */
export class TurnPipeline {
  readonly #options: TurnPipelineOptions
  readonly #dependencies: TurnPipelineDependencies
  readonly #cancelled = new AbortController()
  readonly #transcription: Promise<Transcription | undefined>
  readonly #reply: Promise<StartedReply | undefined>
  #startedReply: StartedReply | undefined
  readonly #speech: SpeechPipeline | undefined
  readonly #allowSpeculation: () => Promise<boolean>
  readonly #replyWanted = Promise.withResolvers<void>()
  readonly #requested = Promise.withResolvers<void>()
  #speculativeReply: SpeculativeReply | undefined
  #isGuess: boolean
  #isHidden = true
  #messageId: string | undefined
  #hasFailed = false

  /**
   * @param allowSpeculation returns whether its reply may start before it is asked; called once, when the
   * utterance is being transcribed
   */
  constructor(
    options: TurnPipelineOptions,
    dependencies: TurnPipelineDependencies,
    isGuess: boolean,
    allowSpeculation: () => Promise<boolean>,
  ) {
    this.#allowSpeculation = allowSpeculation
    this.#options = options
    this.#dependencies = dependencies
    this.#isGuess = isGuess
    const { turnId, speech, wantMs, caller, ownKeys } = options
    if (options.question && speech) {
      const { announcements: _, voices = {}, ...voice } = speech
      this.#speech = new SpeechPipeline(turnId, speech, wantMs, ({ text, speakerId }, signal) => {
        const request = { ...voice, ...voices[speakerId], text, format: 'pcm' as const }
        return this.#speechServices().synthesize(request, { caller, ownKeys }, signal)
      })
    }
    this.#transcription = this.#hear()
    this.#reply = this.#startReply()
    // `deliver` receives the error; a discarded attempt may fail silently.
    this.#transcription.catch(() => {})
    this.#reply.catch(() => (this.#hasFailed = true))
  }

  /** Called when the utterance is complete and equals the speculative one. */
  confirm(): void {
    this.#isGuess = false
  }

  /** Confirms the transcript as the question. Rejects like Replies.stream. */
  async startReply(messageId: string | undefined): Promise<void> {
    if (!this.#isHidden) return
    this.#messageId = messageId
    this.#isHidden = false
    this.#replyWanted.resolve()
    await this.#speculativeReply?.adopt(messageId)
    this.#requested.resolve()
  }

  /** Sends the results, the reply from after the event `after`. Rejects with the error that ended it. */
  async deliver(channel: SocketChannel, after: number, disconnectSignal: AbortSignal): Promise<void> {
    const { turnId } = this.#options
    const transcription = await this.#transcription
    if (disconnectSignal.aborted) return
    if (transcription) channel.send({ type: 'transcript', turnId, ...transcription })
    const reply = await this.#reply
    if (reply) await this.#requested.promise
    const isThrownAway = this.#isHidden && this.#cancelled.signal.aborted
    if (disconnectSignal.aborted || isThrownAway) return
    // Speech that was interrupted within a word cannot be resumed: the client requests the rest by POST /tts.
    const saying = after === 0 ? this.#speech?.speakTo(channel) : undefined
    if (reply) {
      for await (const { id, event } of reply.read(after, disconnectSignal)) {
        if (!disconnectSignal.aborted) channel.send({ type: 'reply', turnId, id, event })
      }
    }
    await saying
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
    this.#replyWanted.resolve()
    this.#requested.resolve()
  }

  #speechServices(): TurnPipelineDependencies['speech'] {
    return this.#isGuess ? this.#dependencies.speculativeSpeech : this.#dependencies.speech
  }

  /** Returns undefined if the words were known. */
  async #hear(): Promise<Transcription | undefined> {
    const { input, hints, caller, ownKeys } = this.#options
    if ('words' in input) return undefined
    const spoken = await input.streamedTranscription?.().catch((error: unknown) => {
      if (input.isCaptionsOnly) throw error
      return undefined
    })
    if (spoken) return spoken
    this.#cancelled.signal.throwIfAborted()
    return this.#speechServices().transcribe(
      piecesOf(input.sound),
      async () => hints,
      { caller, ownKeys },
      this.#cancelled.signal,
    )
  }

  async #startReply(): Promise<StartedReply | undefined> {
    const { caller, question, input: turnInput, isCommand } = this.#options
    const allowSpeculation = whenUnderWay(this.#allowSpeculation)
    const transcription = await this.#transcription
    const text = 'words' in turnInput ? turnInput.words : (transcription?.text ?? '')
    this.#cancelled.signal.throwIfAborted()
    if (transcription?.isNoSpeech === true || !question) {
      this.#speech?.end()
      return undefined
    }
    if (this.#isHidden && (isCommand(text) || !(await allowSpeculation))) {
      await this.#replyWanted.promise
      this.#cancelled.signal.throwIfAborted()
    }
    const { replies } = this.#dependencies
    if (this.#isHidden)
      this.#startedReply = this.#speculativeReply = replies.startSpeculative(
        question(text, this.#messageId),
        caller,
      )
    else this.#startedReply = replies.start(question(text, this.#messageId), caller)
    const [begun, input] = [this.#startedReply, this.#speech]
    if (input) {
      const follow = input.follow(begun.read(0, this.#cancelled.signal)).catch(() => input.end())
      inBackground('speech of a socket turn', follow)
    }
    await begun.begun
    return begun
  }
}

async function* piecesOf(sound: Uint8Array) {
  yield sound
}

/** Runs a check that must not delay the words; false if it fails. */
function whenUnderWay(startReply: () => Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const startAnswer = async () => resolve(await startReply().catch(() => false))
  setImmediate(() => inBackground('run ahead counted', startAnswer()))
  return promise
}
