import type { InterimWords } from '@vee/contract/socket/interim-words'
import { SOCKET_SAMPLE_RATE } from '@vee/contract/socket/socket-limits'
import type { Transcription } from '@vee/contract/http/speech'
import { sttPrice } from '#providers/speech/speech-prices.ts'
import type { SttProvider } from '#providers/speech/stt.ts'
import type { SttStream, SttStreamEvent, SttStreaming } from '#providers/speech/stt-stream.ts'
import { inBackground } from '#lib/background.ts'
import { callerKeyOf } from '../../accounts/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { Reservation } from '../../money/ledger/index.ts'
import { payForSpeech } from './pay-for-speech.ts'
import { promptFor } from './prompt.ts'
import { availableOf, chooseTranscriber } from './providers.ts'
import { MIN_SPEECH_SECONDS, SOUND_RMS } from './audio/silence.ts'
import { expectedLanguages, isOutside } from './spoken-languages.ts'
import type { SpeechRequester } from './synthesize.ts'
import { spokenWords, type RecordingHints, type TranscriptionDependencies } from './transcribe.ts'

const BYTES_PER_SECOND = SOCKET_SAMPLE_RATE * 2
const FRAME_BYTES = BYTES_PER_SECOND / 50
/** Audio that is reserved at a time, in seconds: most utterances are shorter. */
const BLOCK_SECONDS = 15
/** Timeout for the last words, in ms: after it the recording is transcribed as a whole. */
const WORDS_TIMEOUT_MS = 1_500

/** The transcription of an utterance while it is spoken. It may break at any moment: then the recording is transcribed. */
export interface StreamingTranscription {
  /** @param pcm 16-bit little-endian mono at SOCKET_SAMPLE_RATE, whole samples */
  push(pcm: Uint8Array): void
  /**
   * Returns the words of everything so far; `isLast`: no audio follows. Rejects where there are none because of a fault,
   * silence, or a provider without streams.
   */
  transcription(isLast: boolean): Promise<Transcription>
  /** Called when no audio follows: ends it as soon as no words are awaited. */
  closeAfterWords(): void
  /** Rejects with a DomainError when it has ended for any reason. */
  readonly ended: Promise<never>
  /** Ends it. The used time is charged. */
  close(): void
}

interface Paid {
  readonly reservation: Reservation
  readonly streaming: SttStreaming
}

type Chosen = Pick<SttProvider, 'id'> & { readonly model: string; readonly streaming: SttStreaming }

/**
 * Transcribes an utterance while it is spoken, if the provider that would transcribe its recording supports it. Nothing
 * is sent to a provider, and nothing is charged, before there is a sound.
 *
 * @param onWords called whenever the words change
 */
export const transcribeStreaming = (
  dependencies: TranscriptionDependencies,
  hints: RecordingHints,
  requester: SpeechRequester,
  onWords: (words: InterimWords) => void,
): StreamingTranscription => new StreamingTranscriber(dependencies, hints, requester, onWords)

class StreamingTranscriber implements StreamingTranscription {
  readonly #dependencies: TranscriptionDependencies
  readonly #hints: RecordingHints
  readonly #expected: ReturnType<typeof expectedLanguages>
  readonly #requester: SpeechRequester
  readonly #onWords: (words: InterimWords) => void
  readonly #ended = new AbortController()
  readonly #broken = Promise.withResolvers<never>()
  readonly #blocks: Reservation[] = []
  #phase: 'silent' | 'opening' | 'streaming' | 'over' = 'silent'
  #loudFrames = 0
  /** audio that was not sent */
  #waiting: Uint8Array[] = []
  #sentBytes = 0
  #isReserving = false
  /** callers that await words */
  #awaiting = 0
  #isClosing = false
  #stream: SttStream | undefined
  #chosen: Chosen | undefined
  #opened = Promise.withResolvers<void>()
  #sentAll = Promise.withResolvers<void>()
  #flushed = Promise.withResolvers<void>()
  #text = ''
  #tail = ''
  #language: string | undefined
  #endOfTurn: number | undefined
  #emittedWords: InterimWords = { text: '', tail: '' }

  constructor(
    dependencies: TranscriptionDependencies,
    hints: RecordingHints,
    requester: SpeechRequester,
    onWords: (words: InterimWords) => void,
  ) {
    this.#dependencies = dependencies
    this.#hints = hints
    this.#expected = expectedLanguages(hints.language, hints.languages)
    this.#requester = requester
    this.#onWords = onWords
    this.#broken.promise.catch(() => {})
  }

  get ended(): Promise<never> {
    return this.#broken.promise
  }

  push(pcm: Uint8Array): void {
    if (this.#phase === 'over') return
    this.#waiting.push(pcm)
    if (this.#phase === 'streaming') return this.#sendWaiting()
    if (this.#phase === 'opening') return
    this.#loudFrames += loudFramesOf(pcm)
    if (this.#loudFrames * FRAME_BYTES < MIN_SPEECH_SECONDS * BYTES_PER_SECOND) return
    this.#phase = 'opening'
    inBackground('streaming transcription', this.#open())
  }

  async transcription(isLast: boolean): Promise<Transcription> {
    if (this.#phase === 'over') return this.ended
    if (this.#phase === 'silent') throw brokenOff()
    const limitMs = this.#chosen?.streaming.wordsWithinMs ?? WORDS_TIMEOUT_MS
    const late = setTimeout(() => this.close(), limitMs).unref()
    this.#awaiting += 1
    try {
      await Promise.race([this.#finalWords(isLast), this.#broken.promise])
    } finally {
      clearTimeout(late)
      this.#awaiting -= 1
      if (this.#isClosing) this.closeAfterWords()
    }
    const seconds = this.#sentBytes / BYTES_PER_SECOND
    const { id = '', model = '' } = this.#chosen ?? {}
    const text = spokenWords(this.#text, undefined)
    // The recording is transcribed instead, which can be repeated in a language that is spoken.
    if (isOutside({ text, language: this.#language }, this.#expected.languages)) throw brokenOff()
    return {
      text,
      language: this.#language ?? this.#expected.language ?? null,
      durationSeconds: seconds,
      provider: id,
      costUsd: sttPrice(id, model, seconds).microUsd / 1_000_000,
      isNoSpeech: text === '',
    }
  }

  closeAfterWords(): void {
    this.#isClosing = true
    if (this.#awaiting === 0) this.close()
    else this.#stream?.flush(true)
  }

  close(): void {
    this.#end(brokenOff())
  }

  #end(reason: unknown): void {
    if (this.#phase === 'over') return
    this.#phase = 'over'
    this.#waiting = []
    this.#broken.reject(reason instanceof DomainError ? reason : brokenOff())
    this.#ended.abort()
    for (const [index, reservation] of this.#blocks.entries()) {
      const used = Math.min(BLOCK_SECONDS, this.#sentBytes / BYTES_PER_SECOND - index * BLOCK_SECONDS)
      const settled = reservation.settle(used > 0 ? { kind: 'stt', seconds: used } : undefined)
      inBackground('streaming transcription settled', settled)
    }
  }

  async #open(): Promise<void> {
    try {
      const { providers, teamTerms } = this.#dependencies
      const { caller } = this.#requester
      const { language, languages } = this.#expected
      const available = await availableOf(providers)
      const preferred = language ?? languages?.[0]
      const provider = chooseTranscriber(available, { container: 'wav', codec: 'pcm' }, preferred)
      if (!provider?.streaming?.isSupported || provider.preparable?.preparation(language))
        return this.#end(noStream())
      const [prompt, { streaming }] = await Promise.all([
        promptFor(teamTerms, this.#hints.prompt, caller),
        this.#payFor(chosenOf(provider, provider.streaming)),
      ])
      if (this.#ended.signal.aborted) return
      this.#stream = streaming.open(
        { language, languages, prompt, caller: callerKeyOf(caller) },
        this.#ended.signal,
      )
      this.#phase = 'streaming'
      inBackground('streaming transcription', this.#read(this.#stream))
      this.#opened.resolve()
      this.#sendWaiting()
    } catch (error) {
      // The recording is transcribed instead, which reports the reason, for example exhausted credits.
      this.#end(error)
    }
  }

  /** Reserves the next block. */
  async #payFor(chosen: Chosen): Promise<Paid> {
    const { ledger, ownSpeech } = this.#dependencies
    const { caller, ownKeys } = this.#requester
    const own = ownSpeech.stt(ownKeys ?? {})
    const { provider, reservation } = await payForSpeech(
      ledger,
      { provider: chosen, ownProvider: own?.streaming && chosenOf(own, own.streaming) },
      { kind: 'stt', seconds: BLOCK_SECONDS },
      { caller, ownKeys },
    )
    if (this.#ended.signal.aborted) {
      await reservation.settle(undefined)
      throw new Error('the streaming transcription ended')
    }
    this.#blocks.push(reservation)
    this.#chosen = provider
    return { reservation, streaming: provider.streaming }
  }

  #sendWaiting(): void {
    const limit = this.#blocks.length * BLOCK_SECONDS * BYTES_PER_SECOND
    for (
      let next = this.#waiting[0];
      next && this.#sentBytes + next.length <= limit;
      next = this.#waiting[0]
    ) {
      this.#waiting.shift()
      this.#sentBytes += next.length
      this.#stream?.push(next)
    }
    if (this.#waiting.length === 0) {
      this.#sentAll.resolve()
      this.#sentAll = Promise.withResolvers()
    } else if (!this.#isReserving) inBackground('streaming transcription', this.#extend())
  }

  async #extend(): Promise<void> {
    if (!this.#chosen) return
    this.#isReserving = true
    try {
      await this.#payFor(this.#chosen)
      this.#isReserving = false
      this.#sendWaiting()
    } catch (error) {
      this.#end(error)
    }
  }

  async #finalWords(isLast: boolean): Promise<void> {
    if (this.#phase === 'opening') await this.#opened.promise
    if (this.#waiting.length > 0) await this.#sentAll.promise
    this.#flushed = Promise.withResolvers()
    this.#stream?.flush(isLast || this.#isClosing)
    await this.#flushed.promise
  }

  async #read(stream: SttStream): Promise<void> {
    try {
      for await (const event of stream.events) {
        if (this.#phase === 'over') return
        this.#handleEvent(event)
      }
      // Awaited words arrive before the end that may follow them at once.
      await new Promise((resolve) => setImmediate(resolve))
    } catch {
      // The registry of the provider's failures is that of recordings: the next one reports it.
    }
    this.close()
  }

  #handleEvent(event: SttStreamEvent): void {
    switch (event.type) {
      case 'flushed':
        return this.#flushed.resolve()
      case 'words': {
        const before = this.#text + this.#tail
        this.#text += event.final
        this.#tail = event.tail
        this.#language = event.language ?? this.#language
        // More words refute an end that was expected before them.
        if (this.#endOfTurn !== undefined && this.#text + this.#tail !== before) this.#endOfTurn = 0
        return this.#tell()
      }
      case 'turn-end':
        this.#endOfTurn = event.probability
        return this.#tell()
      case 'turn-resumed':
        this.#endOfTurn = 0
        return this.#tell()
    }
  }

  #tell(): void {
    const { text, tail, endOfTurn } = this.#emittedWords
    if (text === this.#text && tail === this.#tail && endOfTurn === this.#endOfTurn) return
    this.#emittedWords = { text: this.#text, tail: this.#tail, endOfTurn: this.#endOfTurn }
    this.#onWords(this.#emittedWords)
  }
}

const brokenOff = () => new DomainError('PROVIDER_ERROR', 'The live transcription broke off.')
const noStream = () => new DomainError('STT_UNAVAILABLE', 'This server does not transcribe while one speaks.')

const chosenOf = ({ id }: SttProvider, streaming: SttStreaming): Chosen => ({
  id,
  model: streaming.model,
  streaming,
})

/** Returns the number of frames of 20 ms that are louder than silence. */
function loudFramesOf(pcm: Uint8Array): number {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.length)
  let frames = 0
  for (let start = 0; start + FRAME_BYTES <= pcm.length; start += FRAME_BYTES) {
    let energy = 0
    for (let index = start; index < start + FRAME_BYTES; index += 2)
      energy += (view.getInt16(index, true) / 0x8000) ** 2
    if (Math.sqrt(energy / (FRAME_BYTES / 2)) > SOUND_RMS) frames += 1
  }
  return frames
}
