import { z } from 'zod'
import { ProviderFailure } from '../../failure.ts'
import type { SttStream, SttStreamEvent, SttStreaming, SttStreamRequest } from '../stt-stream.ts'
import { EventQueue } from '../../wire/event-queue.ts'
import { languageHint, startsUnspaced } from '../../wire/languages.ts'
import { SupportMemory } from '../../wire/support-memory.ts'
import { VendorSocket } from '../../wire/vendor-socket.ts'
import { deepgramLanguage, deepgramKeyTerms } from './parameters.ts'
import { DEEPGRAM } from './api.ts'
import type { SpeechVendorOptions } from '../speech-vendor-options.ts'
import { FluxStream, fluxKnows, isFlux } from './flux-stt-stream.ts'

const INPUT_RATE = '16000'
/** Silence after which words become final, in ms. */
const ENDPOINTING_MS = '300'
/** Deepgram closes a connection that sends nothing for 10 s. */
const KEEP_ALIVE_MS = 4_000
/**
 * Deepgram answers a Finalize only if it had audio left. All of it was final before if no answer arrives within this
 * time, in ms.
 */
const FINALIZED_WITHIN_MS = 700

const serverMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Results'),
    is_final: z.boolean().nullish(),
    from_finalize: z.boolean().nullish(),
    channel: z.object({
      alternatives: z
        .array(z.object({ transcript: z.string(), languages: z.array(z.string()).nullish() }))
        .nullish(),
    }),
  }),
  z.object({ type: z.literal('Metadata') }),
  z.object({ type: z.literal('Error') }),
])
type Results = Extract<z.infer<typeof serverMessage>, { type: 'Results' }>

export interface DeepgramStreamingOptions extends SpeechVendorOptions {
  /** the model of recordings; it transcribes streams too, in languages that `streamingModel` does not know */
  readonly model: string
  /** default: `model` */
  readonly streamingModel?: string | undefined
}

/** Transcribes while one speaks, by Deepgram's live endpoint (https://developers.deepgram.com/reference/speech-to-text/listen-streaming) or by Flux. */
export function createDeepgramStreaming(options: DeepgramStreamingOptions): SttStreaming {
  const { model, streamingModel = model } = options
  const memory = new SupportMemory()
  return {
    model: `${streamingModel}-streaming`,
    get isSupported() {
      return memory.isSupported
    },
    open(request, signal) {
      const { language, languages = [] } = request
      if (
        isFlux(streamingModel) &&
        fluxKnows(streamingModel, language === undefined ? languages : [language])
      )
        return new FluxStream({ ...options, model: streamingModel }, request, signal, memory)
      const usual = { ...options, model: isFlux(streamingModel) ? model : streamingModel }
      return new DeepgramStream(usual, request, signal, memory)
    },
  }
}

class DeepgramStream implements SttStream {
  readonly events: EventQueue<SttStreamEvent> = new EventQueue()
  readonly #socket: VendorSocket
  readonly #keepAlive: NodeJS.Timeout
  #hasWords = false
  #hasTail = false
  #isFinishing = false
  #flushing: NodeJS.Timeout | undefined

  constructor(
    options: SpeechVendorOptions & { readonly model: string },
    request: SttStreamRequest,
    signal: AbortSignal,
    memory: SupportMemory,
  ) {
    const { apiKey, baseUrl, timeoutMs } = options
    this.#socket = new VendorSocket({
      provider: DEEPGRAM,
      url: `${baseUrl}/v1/listen?${parametersOf(request, options.model).toString()}`,
      headers: { authorization: `Token ${apiKey}` },
      timeoutMs,
      signal,
      onMessage: (message) => this.#receive(message),
      onEnd: (failure) => {
        clearInterval(this.#keepAlive)
        clearTimeout(this.#flushing)
        memory.note(failure)
        this.events.end(failure)
      },
    })
    this.#keepAlive = setInterval(() => this.#send('KeepAlive'), KEEP_ALIVE_MS).unref()
  }

  push(pcm: Uint8Array): void {
    // An empty message would end the stream.
    if (pcm.length > 0) this.#socket.send(pcm)
  }

  flush(): void {
    if (this.#isFinishing) return
    this.#send('Finalize')
    clearTimeout(this.#flushing)
    // Words that are not final yet will be: then there is an answer.
    this.#flushing = setTimeout(() => {
      if (!this.#hasTail) this.#endFlush()
    }, FINALIZED_WITHIN_MS).unref()
  }

  finish(): void {
    if (this.#isFinishing) return
    this.#isFinishing = true
    clearTimeout(this.#flushing)
    this.#send('CloseStream')
  }

  #receive(message: unknown): void {
    const event = serverMessage.safeParse(message).data
    // Other messages, for example of speech that starts, are ignored.
    if (event?.type === 'Results') return this.#takeResults(event)
    if (event?.type === 'Error')
      return this.#socket.fail(
        new ProviderFailure({
          kind: 'broken',
          provider: DEEPGRAM.id,
          message: 'Deepgram reported an error.',
        }),
      )
    // The summary is the last message after CloseStream.
    if (event?.type !== 'Metadata' || !this.#isFinishing) return
    this.#endFlush()
    this.#socket.close()
  }

  #takeResults({ channel, is_final: isFinal, from_finalize: isFlushed }: Results): void {
    const best = channel.alternatives?.[0]
    const text = this.#spaced(best?.transcript ?? '')
    this.#hasTail = isFinal !== true && text !== ''
    if (isFinal === true && text !== '') this.#hasWords = true
    const language = languageHint(best?.languages?.[0])
    this.events.push({
      type: 'words',
      final: isFinal === true ? text : '',
      tail: isFinal === true ? '' : text,
      ...(language !== undefined && { language }),
    })
    if (isFlushed === true && !this.#isFinishing) this.#endFlush()
  }

  #endFlush(): void {
    clearTimeout(this.#flushing)
    this.events.push({ type: 'flushed' })
  }

  #spaced(text: string): string {
    const words = text.trim()
    if (words === '' || !this.#hasWords) return words
    return startsUnspaced(words) ? words : ` ${words}`
  }

  #send(type: 'KeepAlive' | 'Finalize' | 'CloseStream'): void {
    this.#socket.send(JSON.stringify({ type }))
  }
}

function parametersOf({ language, prompt }: SttStreamRequest, model: string): URLSearchParams {
  const parameters = new URLSearchParams({
    model,
    encoding: 'linear16',
    sample_rate: INPUT_RATE,
    channels: '1',
    interim_results: 'true',
    smart_format: 'true',
    endpointing: ENDPOINTING_MS,
    // Streams have no detection of the language; this model follows several.
    language: deepgramLanguage(language, model) ?? 'multi',
    mip_opt_out: 'true',
  })
  // Other models reject the parameter.
  if (model.startsWith('nova-3'))
    for (const term of deepgramKeyTerms(prompt)) parameters.append('keyterm', term)
  return parameters
}
