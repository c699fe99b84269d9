import { pcmSamples } from '@vee/contract/audio/pcm-samples'
import { z } from 'zod'
import { base64Pcm } from '../../sound/base64-pcm.ts'
import { createPcmResampler } from '../../sound/resample.ts'
import type { LiveVoice } from '@vee/contract/http/live-models'
import {
  LIVE_MODEL_INPUT_RATE,
  LIVE_MODEL_OUTPUT_RATE,
  type LiveModel,
  type LiveModelEvent,
  type LiveModelPrice,
  type LiveModelRequest,
  type LiveModelSession,
} from '../live-models/live-model.ts'
import { EventQueue } from '../../wire/event-queue.ts'
import { languageHint } from '../../wire/languages.ts'
import { VendorSocket } from '../../wire/vendor-socket.ts'
import { isFatal, liveFailure } from './live-failures.ts'

const BYTES_PER_MS = (LIVE_MODEL_OUTPUT_RATE * 2) / 1_000
const PCM = { type: 'audio/pcm', rate: LIVE_MODEL_OUTPUT_RATE }
/** Pause after which a turn of the user is complete, in ms. */
const SILENCE_MS = 500
/** Longest session of OpenAI, in seconds. */
const SESSION_SECONDS = 3_600
/** A vendor that does not respond to a ping for this long is lost, in ms. */
const PING_MS = 15_000

const VOICES: readonly LiveVoice[] = [
  'marin',
  'cedar',
  'alloy',
  'ash',
  'ballad',
  'coral',
  'echo',
  'sage',
  'shimmer',
  'verse',
].map((id) => ({ id, name: `${id.slice(0, 1).toUpperCase()}${id.slice(1)}` }))

export interface OpenAiRealtimeOptions {
  readonly id: string
  readonly name: string
  readonly apiKey: string | undefined
  /** with its /v1 */
  readonly baseUrl: string
  readonly location: LiveModel['location']
  readonly model: string
  readonly transcriptionModel: string
  readonly price: LiveModelPrice
  /** until the connection is open, in ms */
  readonly timeoutMs: number
}

const count = z.int().nonnegative().nullish()
const details = z.object({ text_tokens: count, audio_tokens: count }).nullish()
const usage = z.object({
  input_token_details: z
    .object({
      text_tokens: count,
      audio_tokens: count,
      cached_tokens: count,
      cached_tokens_details: details,
    })
    .nullish(),
  output_token_details: details,
})
type Usage = z.infer<typeof usage>

const error = z.object({ code: z.string().nullish(), type: z.string().nullish() })
const itemId = z.string()
const responseId = z.string()

const serverEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.updated') }),
  z.object({ type: z.literal('input_audio_buffer.speech_started'), audio_start_ms: z.number().nullish() }),
  z.object({ type: z.literal('input_audio_buffer.speech_stopped'), audio_end_ms: z.number().nullish() }),
  z.object({ type: z.literal('input_audio_buffer.committed'), item_id: itemId }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.delta'),
    item_id: itemId,
    delta: z.string().nullish(),
  }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.completed'),
    item_id: itemId,
    transcript: z.string(),
  }),
  z.object({ type: z.literal('conversation.item.input_audio_transcription.failed'), item_id: itemId }),
  z.object({ type: z.literal('response.created'), response: z.object({ id: z.string() }) }),
  z.object({
    type: z.literal('response.output_audio.delta'),
    response_id: responseId,
    item_id: itemId,
    delta: z.base64(),
  }),
  z.object({
    type: z.literal('response.output_audio_transcript.delta'),
    response_id: responseId,
    delta: z.string(),
  }),
  // Models answer with text where the session's modality is ignored.
  z.object({ type: z.literal('response.output_text.delta'), response_id: responseId, delta: z.string() }),
  z.object({
    type: z.literal('response.output_item.done'),
    response_id: responseId,
    item: z.object({
      type: z.string(),
      call_id: z.string().nullish(),
      name: z.string().nullish(),
      arguments: z.string().nullish(),
    }),
  }),
  z.object({
    type: z.literal('response.done'),
    response: z.object({
      id: z.string().nullish(),
      status: z.string().nullish(),
      status_details: z.object({ reason: z.string().nullish(), error: error.nullish() }).nullish(),
      usage: usage.nullish(),
    }),
  }),
  z.object({ type: z.literal('error'), error: error.nullish() }),
])
type ServerEvent = z.infer<typeof serverEvent>

/**
 * A live model of OpenAI's Realtime protocol (https://developers.openai.com/api/docs/guides/realtime-conversations), at
 * OpenAI or a server that speaks it. The server requests each response, so that neither an echo nor a command gets one.
 */
export const createOpenAiRealtime = (options: OpenAiRealtimeOptions): LiveModel => ({
  id: `${options.id}:${options.model}`,
  provider: { id: options.id, name: options.name },
  model: options.model,
  location: options.location,
  price: options.price,
  voices: VOICES,
  maxSeconds: SESSION_SECONDS,
  usesTools: true,
  turns: 'requested',
  open: (request, signal) => new OpenAiRealtimeSession(options, request, signal),
})

/** The audio of one item of the model. */
interface SpokenItem {
  readonly id: string
  bytes: number
}

type ResponseState =
  | { readonly phase: 'none' }
  /** requested and not created yet */
  | { readonly phase: 'requested'; isCancelled: boolean }
  | { readonly phase: 'running'; readonly id: string; isCancelled: boolean }

class OpenAiRealtimeSession implements LiveModelSession {
  readonly events: EventQueue<LiveModelEvent> = new EventQueue()
  readonly #provider: { readonly id: string; readonly name: string }
  readonly #socket: VendorSocket
  readonly #resampler = createPcmResampler(LIVE_MODEL_INPUT_RATE, LIVE_MODEL_OUTPUT_RATE)
  #isStarted = false
  #response: ResponseState = { phase: 'none' }
  /** a response was requested while another one was running */
  #isNextWanted = false
  /** the items of the reply in progress, in order */
  #items: SpokenItem[] = []
  /** ids of tool calls without a result */
  readonly #openCalls = new Set<string>()
  #voiceStartMs = 0

  constructor(options: OpenAiRealtimeOptions, request: LiveModelRequest, signal: AbortSignal) {
    const { apiKey, baseUrl, model, timeoutMs } = options
    this.#provider = { id: options.id, name: options.name }
    this.#socket = new VendorSocket({
      provider: this.#provider,
      url: `${baseUrl}/realtime?model=${encodeURIComponent(model)}`,
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      timeoutMs,
      pingMs: PING_MS,
      signal,
      onMessage: (message) => this.#receive(message),
      onEnd: (failure) => this.events.end(failure),
    })
    this.#send({ type: 'session.update', session: sessionOf(options, request) })
    for (const { role, text } of request.history) this.#addMessage(role, text)
  }

  pushAudio(pcm: Uint8Array): void {
    const samples = this.#resampler.push(pcmSamples(pcm))
    if (samples.length > 0) this.#send({ type: 'input_audio_buffer.append', audio: base64Pcm(samples) })
  }

  say(text: string): void {
    this.#addMessage('user', text)
    this.respond()
  }

  respond(): void {
    this.#items = []
    this.#openCalls.clear()
    this.#requestResponse()
  }

  cancel(): void {
    this.#isNextWanted = false
    this.#openCalls.clear()
    if (this.#response.phase === 'none' || this.#response.isCancelled) return
    this.#response.isCancelled = true
    if (this.#response.phase === 'running')
      this.#send({ type: 'response.cancel', response_id: this.#response.id })
  }

  truncate(playedMs: number): void {
    let left = Math.floor(playedMs)
    for (const { id, bytes } of this.#items.splice(0)) {
      const duration = Math.floor(bytes / BYTES_PER_MS)
      if (left <= 0) this.#send({ type: 'conversation.item.delete', item_id: id })
      else if (left < duration)
        this.#send({ type: 'conversation.item.truncate', item_id: id, content_index: 0, audio_end_ms: left })
      left -= duration
    }
  }

  forget(id: string): void {
    this.#send({ type: 'conversation.item.delete', item_id: id })
  }

  answerToolCall(callId: string, output: string): void {
    this.#send({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: callId, output },
    })
    // A cancelled response is not continued.
    if (this.#openCalls.delete(callId) && this.#openCalls.size === 0) this.#requestResponse()
  }

  addCommentary(): void {}

  close(): void {
    this.#socket.close()
  }

  #requestResponse(): void {
    if (this.#response.phase !== 'none') {
      this.#isNextWanted = true
      return
    }
    this.#response = { phase: 'requested', isCancelled: false }
    this.#send({ type: 'response.create' })
  }

  #addMessage(role: 'user' | 'assistant', text: string): void {
    const type = role === 'user' ? 'input_text' : 'output_text'
    this.#send({
      type: 'conversation.item.create',
      item: { type: 'message', role, content: [{ type, text }] },
    })
  }

  #receive(message: unknown): void {
    const event = serverEvent.safeParse(message).data
    // Events that are unknown or not needed here are ignored.
    if (event) this.#handleEvent(event)
  }

  #handleEvent(event: ServerEvent): void {
    switch (event.type) {
      case 'session.updated':
        if (!this.#isStarted) this.events.push({ type: 'started' })
        this.#isStarted = true
        return
      case 'input_audio_buffer.speech_started':
        this.#voiceStartMs = event.audio_start_ms ?? 0
        return this.events.push({ type: 'voice-started' })
      case 'input_audio_buffer.speech_stopped': {
        const seconds = ((event.audio_end_ms ?? 0) - this.#voiceStartMs) / 1_000
        if (seconds > 0) this.events.push({ type: 'usage', usage: { by: 'transcription', seconds } })
        return this.events.push({ type: 'voice-ended' })
      }
      case 'input_audio_buffer.committed':
        return this.events.push({ type: 'turn-ended', itemId: event.item_id })
      case 'conversation.item.input_audio_transcription.delta':
        return this.#userWords(event.item_id, '', event.delta ?? '')
      case 'conversation.item.input_audio_transcription.completed':
        this.#partials.delete(event.item_id)
        this.events.push({ type: 'user-words', itemId: event.item_id, final: event.transcript, tail: '' })
        return this.events.push({ type: 'user-words-ended', itemId: event.item_id })
      case 'conversation.item.input_audio_transcription.failed':
        this.#partials.delete(event.item_id)
        return this.events.push({ type: 'user-words-ended', itemId: event.item_id })
      case 'error':
        return this.#onError(event.error ?? {})
      case 'response.created':
      case 'response.done':
      case 'response.output_audio.delta':
      case 'response.output_audio_transcript.delta':
      case 'response.output_text.delta':
      case 'response.output_item.done':
        return this.#takeOfResponse(event)
    }
  }

  readonly #partials = new Map<string, string>()

  /** The final transcript may differ from the sum of the deltas, so that no delta is final. */
  #userWords(id: string, final: string, delta: string): void {
    const tail = (this.#partials.get(id) ?? '') + delta
    this.#partials.set(id, tail)
    this.events.push({ type: 'user-words', itemId: id, final, tail })
  }

  #takeOfResponse(event: Extract<ServerEvent, { type: `response.${string}` }>): void {
    if (event.type === 'response.created') return this.#onCreated(event.response.id)
    if (event.type === 'response.done') return this.#onDone(event.response)
    const { phase } = this.#response
    if (phase !== 'running' || this.#response.isCancelled || this.#response.id !== event.response_id) return
    switch (event.type) {
      case 'response.output_audio.delta': {
        const pcm = Buffer.from(event.delta, 'base64')
        const last = this.#items.at(-1)
        if (last?.id === event.item_id) last.bytes += pcm.length
        else this.#items.push({ id: event.item_id, bytes: pcm.length })
        return this.events.push({ type: 'audio', pcm })
      }
      case 'response.output_audio_transcript.delta':
      case 'response.output_text.delta':
        return this.events.push({ type: 'words', text: event.delta })
      case 'response.output_item.done': {
        const { type, call_id: callId, name, arguments: given } = event.item
        if (type !== 'function_call' || typeof callId !== 'string' || typeof name !== 'string') return
        this.#openCalls.add(callId)
        return this.events.push({ type: 'tool-call', callId, name, arguments: given ?? '' })
      }
    }
  }

  #onCreated(id: string): void {
    const isCancelled = this.#response.phase === 'requested' && this.#response.isCancelled
    this.#response = { phase: 'running', id, isCancelled }
    if (isCancelled) this.#send({ type: 'response.cancel', response_id: id })
  }

  #onDone(response: Extract<ServerEvent, { type: 'response.done' }>['response']): void {
    const { usage: used, status, status_details: why } = response
    if (used) this.events.push({ type: 'usage', usage: { by: 'tokens', tokens: tokensOf(used) } })
    const isCancelled = this.#response.phase !== 'none' && this.#response.isCancelled
    if (status === 'failed' && !isCancelled)
      return this.#socket.fail(liveFailure(this.#provider, why?.error?.code))
    this.#response = { phase: 'none' }
    const reason =
      isCancelled || status === 'cancelled'
        ? 'stopped'
        : status === 'incomplete'
          ? incompleteBy(why?.reason)
          : 'stop'
    this.events.push({ type: 'response-ended', reason })
    if (!this.#isNextWanted) return
    this.#isNextWanted = false
    this.#requestResponse()
  }

  #onError({ code, type }: z.infer<typeof error>): void {
    if (code === 'session_expired') {
      this.events.push({ type: 'expiring', secondsLeft: 0 })
      return this.#socket.close()
    }
    if (!this.#isStarted || isFatal({ code, type }))
      return this.#socket.fail(liveFailure(this.#provider, code ?? type))
    // Other errors are about one command, for example one that arrived too late. A response that is not known here
    // ends before the next one.
    if (code !== 'conversation_already_has_active_response') return
    this.#response = { phase: 'running', id: '', isCancelled: true }
    this.#isNextWanted = true
  }

  #send(event: object): void {
    this.#socket.send(JSON.stringify(event))
  }
}

const incompleteBy = (reason: string | null | undefined) =>
  reason === 'content_filter' ? ('content_filter' as const) : ('length' as const)

function tokensOf({ input_token_details: input, output_token_details: output }: Usage) {
  const cachedAudio = input?.cached_tokens_details?.audio_tokens ?? 0
  return {
    inputText: input?.text_tokens ?? 0,
    inputAudio: input?.audio_tokens ?? 0,
    cachedText: input?.cached_tokens_details?.text_tokens ?? 0,
    cachedAudio,
    outputText: output?.text_tokens ?? 0,
    outputAudio: output?.audio_tokens ?? 0,
  }
}

function sessionOf(
  { transcriptionModel }: OpenAiRealtimeOptions,
  { instructions, voice, language, tools }: LiveModelRequest,
): object {
  const hint = languageHint(language)
  return {
    type: 'realtime',
    instructions,
    output_modalities: ['audio'],
    audio: {
      input: {
        format: PCM,
        transcription: { model: transcriptionModel, ...(hint !== undefined && { language: hint }) },
        turn_detection: {
          type: 'server_vad',
          silence_duration_ms: SILENCE_MS,
          prefix_padding_ms: 300,
          create_response: false,
          interrupt_response: false,
        },
      },
      output: { format: PCM, voice },
    },
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      description,
      parameters,
    })),
    ...(tools.length > 0 && { tool_choice: 'auto' }),
  }
}
