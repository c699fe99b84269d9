import { z } from 'zod'
import { ProviderFailure } from '../../failure.ts'
import type { SttStream, SttStreamEvent, SttStreamRequest } from '../stt-stream.ts'
import { EventQueue } from '../../wire/event-queue.ts'
import { languageHint, startsUnspaced } from '../../wire/languages.ts'
import { MessageBuffer } from '../../wire/message-buffer.ts'
import type { SupportMemory } from '../../wire/support-memory.ts'
import { VendorSocket } from '../../wire/vendor-socket.ts'
import { DEEPGRAM } from './api.ts'
import type { SpeechVendorOptions } from '../speech-vendor-options.ts'
import { deepgramKeyTerms } from './parameters.ts'

const INPUT_RATE = 16_000
const BYTES_PER_SECOND = INPUT_RATE * 2
/** The recommended size of a message: 80 ms. */
const MESSAGE_BYTES = (BYTES_PER_SECOND * 80) / 1_000
/** Confidence from which the end of a turn is reported early, so that a reply can be prepared. */
const EARLY_END_CONFIDENCE = '0.4'
/**
 * Flux has no message that makes words final, but reports after each quarter of a second up to where it has
 * transcribed: at the end, silence of this length makes it report all audio before, in seconds.
 */
const FLUSHING_SILENCE_SECONDS = 0.5
/** Positions in audio are rounded, in seconds. */
const ROUNDING_SECONDS = 0.02

const serverMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('TurnInfo'),
    event: z.string(),
    transcript: z.string(),
    audio_window_end: z.number(),
    end_of_turn_confidence: z.number().min(0).max(1),
    /** why a turn ended: `model`, `timeout` … */
    trigger: z.string().nullish(),
    languages: z.array(z.string()).nullish(),
  }),
  z.object({ type: z.literal('Error') }),
])
type TurnInfo = Extract<z.infer<typeof serverMessage>, { type: 'TurnInfo' }>

/**
 * Transcribes while one speaks, by Deepgram's Flux, which judges from the words and how they are spoken whether a turn has
 * ended (https://developers.deepgram.com/docs/flux/state).
 */
export class FluxStream implements SttStream {
  readonly events: EventQueue<SttStreamEvent> = new EventQueue()
  readonly #socket: VendorSocket
  readonly #unsent = new MessageBuffer(MESSAGE_BYTES)
  #pushedSeconds = 0
  #transcribedSeconds = 0
  /** a flush waits until audio up to here is transcribed, in seconds */
  #flushTo: number | undefined
  /** the words of the turn so far */
  #transcript = ''
  /** the part of them that was emitted as final */
  #final = ''
  #hasEarlierTurns = false
  #isFinishing = false

  constructor(
    options: SpeechVendorOptions & { readonly model: string },
    request: SttStreamRequest,
    signal: AbortSignal,
    memory: SupportMemory,
  ) {
    const { apiKey, baseUrl, timeoutMs } = options
    this.#socket = new VendorSocket({
      provider: DEEPGRAM,
      url: `${baseUrl}/v2/listen?${parametersOf(request, options.model).toString()}`,
      headers: { authorization: `Token ${apiKey}` },
      timeoutMs,
      signal,
      onMessage: (message) => this.#receive(message),
      onEnd: (failure) => {
        memory.note(failure)
        this.events.end(failure)
      },
    })
  }

  push(pcm: Uint8Array): void {
    this.#pushedSeconds += pcm.length / BYTES_PER_SECOND
    this.#send(this.#unsent.add(pcm))
  }

  flush(isLast: boolean): void {
    if (this.#isFinishing) return
    this.#send(this.#unsent.takeRest())
    this.#flushTo ??= this.#pushedSeconds - ROUNDING_SECONDS
    // Silence within a turn would be judged as its end.
    if (isLast && this.#flushTo > this.#transcribedSeconds)
      this.push(new Uint8Array(FLUSHING_SILENCE_SECONDS * BYTES_PER_SECOND))
    this.#endFlush()
  }

  finish(): void {
    if (this.#isFinishing) return
    this.#flushTo = undefined
    this.flush(true)
    this.#isFinishing = true
    // Everything is transcribed already.
    if (this.#flushTo === undefined) this.#close()
  }

  #send(audio: Uint8Array | undefined): void {
    if (audio) this.#socket.send(audio)
  }

  #receive(message: unknown): void {
    const event = serverMessage.safeParse(message).data
    // Other messages are ignored.
    if (event?.type === 'TurnInfo') this.#takeTurn(event)
    if (event?.type === 'Error')
      this.#socket.fail(
        new ProviderFailure({
          kind: 'broken',
          provider: DEEPGRAM.id,
          message: 'Deepgram reported an error.',
        }),
      )
  }

  #takeTurn(info: TurnInfo): void {
    this.#transcribedSeconds = info.audio_window_end
    this.#transcript = info.transcript.trim()
    const isEnd = info.event === 'EndOfTurn'
    this.#emitWords(isEnd, languageHint(info.languages?.[0]))
    if (info.event === 'EagerEndOfTurn')
      this.events.push({ type: 'turn-end', probability: info.end_of_turn_confidence })
    if (info.event === 'TurnResumed') this.events.push({ type: 'turn-resumed' })
    if (isEnd) {
      // A turn that timed out only contains silence at its end.
      if (info.trigger !== 'timeout') this.events.push({ type: 'turn-end', probability: 1 })
      this.#hasEarlierTurns ||= this.#transcript !== ''
      this.#transcript = ''
      this.#final = ''
    }
    this.#endFlush()
  }

  #emitWords(areFinal: boolean, language?: string): void {
    const rest = wordsAfter(this.#final, this.#transcript)
    const isFirst = this.#final === '' && rest !== ''
    const words = isFirst && this.#hasEarlierTurns && !startsUnspaced(rest) ? ` ${rest}` : rest
    if (areFinal) this.#final += rest
    this.events.push({
      type: 'words',
      final: areFinal ? words : '',
      tail: areFinal ? '' : words,
      ...(language !== undefined && { language }),
    })
  }

  #endFlush(): void {
    if (this.#flushTo === undefined || this.#transcribedSeconds < this.#flushTo) return
    this.#flushTo = undefined
    this.#emitWords(true)
    this.events.push({ type: 'flushed' })
    if (this.#isFinishing) this.#close()
  }

  #close(): void {
    this.#socket.send(JSON.stringify({ type: 'CloseStream' }))
    this.#socket.close()
  }
}

/** Returns the words of a transcript after those that are final: their spelling may have changed since. */
function wordsAfter(final: string, transcript: string): string {
  if (final === '' || transcript.startsWith(final)) return transcript.slice(final.length)
  if (!final.includes(' ') && !transcript.includes(' ')) return transcript.slice(final.length)
  const rest = transcript.split(' ').slice(final.split(' ').length)
  return rest.map((word) => ` ${word}`).join('')
}

function parametersOf({ language, languages, prompt }: SttStreamRequest, model: string): URLSearchParams {
  const parameters = new URLSearchParams({
    model,
    encoding: 'linear16',
    sample_rate: String(INPUT_RATE),
    eager_eot_threshold: EARLY_END_CONFIDENCE,
    mip_opt_out: 'true',
  })
  if (isMultilingualFlux(model))
    for (const tag of language === undefined ? (languages ?? []) : [language]) {
      const hint = languageHint(tag)
      if (hint !== undefined && FLUX_LANGUAGES.has(hint)) parameters.append('language_hint', hint)
    }
  for (const term of deepgramKeyTerms(prompt)) parameters.append('keyterm', term)
  return parameters
}

/** Languages of `flux-general-multi` (https://developers.deepgram.com/docs/flux/language-prompting). */
const FLUX_LANGUAGES: ReadonlySet<string> = new Set('en es fr de hi ru pt ja it nl'.split(' '))

export const isFlux = (model: string): boolean => model.startsWith('flux')

const isMultilingualFlux = (model: string) => model.includes('multi')

/** Returns whether a model of Flux transcribes these languages (BCP 47); without any, the language is detected. */
export function fluxKnows(model: string, languages: readonly string[]): boolean {
  const hints = languages.map((tag) => languageHint(tag) ?? '')
  if (!isMultilingualFlux(model)) return hints.length > 0 && hints.every((hint) => hint === 'en')
  return hints.every((hint) => FLUX_LANGUAGES.has(hint))
}
