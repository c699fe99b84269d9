import { z } from 'zod'
import { ProviderFailure } from '../failure.ts'
import { AutomaticTurns } from '../speech/live-models/automatic-turns.ts'
import type { LiveModelModule } from '../speech/live-models/live-model-module.ts'
import {
  LIVE_MODEL_INPUT_RATE,
  type LiveModel,
  type LiveModelEvent,
  type LiveModelPrice,
  type LiveModelRequest,
  type LiveModelSession,
  type LiveModelTokens,
} from '../speech/live-models/live-model.ts'
import { EventQueue } from '../wire/event-queue.ts'
import { VendorSocket } from '../wire/vendor-socket.ts'
import { priceInTable } from '../llm/prices.ts'

const PROVIDER = { id: 'gemini', name: 'Google Gemini' } as const
/** Google closes a connection after about ten minutes. */
const SESSION_SECONDS = 570
const PING_MS = 15_000
/** The words of a turn are complete when none followed for this long and the model responds, in ms. */
const WORDS_MS = 300
/** Audio before the session is set up, in messages of 40 ms: ten seconds. */
const MAX_WAITING = 250

const VOICES = ['Kore', 'Puck', 'Charon', 'Fenrir', 'Aoede', 'Leda', 'Orus', 'Zephyr', 'Achernar', 'Sulafat']

/**
 * US dollars per million tokens: as published in October 2026 for gemini-3.1-flash-live and gemini-2.5-flash, whose prices
 * are assumed for newer models.
 */
const FLASH: LiveModelTokens = {
  inputText: 0.75,
  cachedText: 0.75,
  inputAudio: 3,
  cachedAudio: 3,
  outputText: 4.5,
  outputAudio: 12,
}
const PRICES: Readonly<Record<string, LiveModelTokens>> = {
  'gemini-3.1-flash-live-preview': FLASH,
  'gemini-2.5-flash-native-audio-preview': { ...FLASH, inputText: 0.5, cachedText: 0.5, outputText: 2 },
}
/** 25 tokens a second in both directions, and about four turns that read the conversation again. */
const PER_MINUTE: LiveModelTokens = {
  inputText: 4_000,
  cachedText: 0,
  inputAudio: 4_500,
  cachedAudio: 0,
  outputText: 200,
  outputAudio: 750,
}

const count = z.int().nonnegative().nullish()
const details = z.array(z.object({ modality: z.string().nullish(), tokenCount: count })).nullish()
const transcription = z.object({ text: z.string().nullish(), finished: z.boolean().nullish() }).nullish()
const usageMetadata = z.object({
  promptTokenCount: count,
  promptTokensDetails: details,
  responseTokenCount: count,
  responseTokensDetails: details,
  thoughtsTokenCount: count,
  cachedContentTokenCount: count,
})
type UsageMetadata = z.infer<typeof usageMetadata>

const serverMessage = z.object({
  setupComplete: z.object({}).nullish(),
  serverContent: z
    .object({
      modelTurn: z
        .object({
          parts: z
            .array(
              z.object({
                inlineData: z.object({ mimeType: z.string().nullish(), data: z.base64() }).nullish(),
              }),
            )
            .nullish(),
        })
        .nullish(),
      inputTranscription: transcription,
      outputTranscription: transcription,
      interrupted: z.boolean().nullish(),
      turnComplete: z.boolean().nullish(),
    })
    .nullish(),
  toolCall: z
    .object({
      functionCalls: z
        .array(
          z.object({
            id: z.string(),
            name: z.string(),
            args: z.record(z.string(), z.unknown()).nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
  voiceActivity: z.object({ voiceActivityType: z.string().nullish() }).nullish(),
  usageMetadata: usageMetadata.nullish(),
  goAway: z.object({ timeLeft: z.string().nullish() }).nullish(),
})
type ServerMessage = z.infer<typeof serverMessage>
type ServerContent = NonNullable<ServerMessage['serverContent']>

export interface GeminiLiveOptions {
  readonly apiKey: string
  readonly baseUrl: string
  readonly model: string
  readonly price: LiveModelPrice
  /** until the connection is open, in ms */
  readonly timeoutMs: number
}

/** Live models of Google's Gemini API. */
export const geminiLive: LiveModelModule = {
  id: 'gemini',
  create(model, { gemini: { apiKey, baseUrl }, perMinuteUsd, timeoutMs }) {
    if (apiKey === undefined) return undefined
    const tabledPrices = priceInTable(PRICES, model)
    const published: LiveModelPrice = {
      perMillionUsd: tabledPrices ?? FLASH,
      perMinuteTokens: PER_MINUTE,
      ...(tabledPrices === undefined && { isEstimated: true }),
    }
    const price = perMinuteUsd === undefined ? published : perMinuteUsd === 0 ? 'free' : { perMinuteUsd }
    return createGeminiLive({ apiKey, baseUrl, model, price, timeoutMs })
  },
}

/** A live model of Google's Live API (https://ai.google.dev/api/live). It takes turns by itself. */
export const createGeminiLive = (options: GeminiLiveOptions): LiveModel => ({
  id: `${PROVIDER.id}:${options.model}`,
  provider: PROVIDER,
  model: options.model,
  location: 'vendor',
  price: options.price,
  voices: VOICES.map((id) => ({ id, name: id })),
  maxSeconds: SESSION_SECONDS,
  usesTools: true,
  turns: 'automatic',
  open: (request, signal) => new GeminiLiveSession(options, request, signal),
})

class GeminiLiveSession implements LiveModelSession {
  readonly events: EventQueue<LiveModelEvent> = new EventQueue()
  readonly #socket: VendorSocket
  /** messages until the session is set up; undefined afterwards */
  #waiting: string[] | undefined = []
  readonly #turns = new AutomaticTurns(this.events, WORDS_MS)
  /** typed messages that are not answered yet */
  #typed = 0
  #isResponding = false
  /** the response was cancelled: the rest of it is dropped */
  #isDropping = false
  readonly #calls = new Map<string, { readonly name: string; result: string | undefined }>()

  constructor(options: GeminiLiveOptions, request: LiveModelRequest, signal: AbortSignal) {
    const { apiKey, baseUrl, timeoutMs } = options
    this.#socket = new VendorSocket({
      provider: PROVIDER,
      url: addressOf(baseUrl),
      headers: { 'x-goog-api-key': apiKey },
      timeoutMs,
      pingMs: PING_MS,
      hasBinaryJson: true,
      signal,
      failureOfClose,
      onMessage: (message) => this.#receive(message),
      onEnd: (failure) => {
        this.#turns.dispose()
        this.events.end(failure)
      },
    })
    this.#socket.send(JSON.stringify({ setup: setupOf(options.model, request) }))
    const turns = request.history.map(({ role, text }) => ({
      role: role === 'user' ? 'user' : 'model',
      parts: [{ text }],
    }))
    if (turns.length > 0) this.#send({ clientContent: { turns, turnComplete: true } })
  }

  pushAudio(pcm: Uint8Array): void {
    const data = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength).toString('base64')
    const mimeType = `audio/pcm;rate=${LIVE_MODEL_INPUT_RATE}`
    this.#send({ realtimeInput: { audio: { data, mimeType } } })
  }

  say(text: string): void {
    this.#typed += 1
    this.#send({ realtimeInput: { text } })
  }

  respond(): void {}

  /** There is no such request: the rest of the response is dropped here. */
  cancel(): void {
    this.#calls.clear()
    if (this.#isResponding) this.#isDropping = true
  }

  truncate(): void {}

  forget(): void {}

  answerToolCall(callId: string, result: string): void {
    const call = this.#calls.get(callId)
    if (!call) return
    call.result = result
    if ([...this.#calls.values()].some((pendingCall) => pendingCall.result === undefined)) return
    const functionResponses = [...this.#calls].map(([id, { name, result: output }]) => ({
      id,
      name,
      response: { output },
    }))
    this.#calls.clear()
    this.#send({ toolResponse: { functionResponses } })
  }

  addCommentary(): void {}

  close(): void {
    this.#socket.close()
  }

  #send(message: object): void {
    const text = JSON.stringify(message)
    if (!this.#waiting) return this.#socket.send(text)
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(text)
  }

  #receive(message: unknown): void {
    const parsed = serverMessage.safeParse(message).data
    // Messages that are unknown or not needed here are ignored.
    if (parsed) this.#handleMessage(parsed)
  }

  #handleMessage(message: ServerMessage): void {
    if (message.setupComplete) this.#onSetUp()
    const activity = message.voiceActivity?.voiceActivityType
    if (activity === 'ACTIVITY_START') this.events.push({ type: 'voice-started' })
    if (activity === 'ACTIVITY_END') this.events.push({ type: 'voice-ended' })
    if (message.usageMetadata) {
      const tokens = tokensOf(message.usageMetadata)
      this.events.push({ type: 'usage', usage: { by: 'tokens', tokens } })
    }
    for (const { id, name, args } of message.toolCall?.functionCalls ?? []) {
      this.#onOutput()
      if (this.#isDropping) continue
      this.#calls.set(id, { name, result: undefined })
      this.events.push({ type: 'tool-call', callId: id, name, arguments: JSON.stringify(args ?? {}) })
    }
    if (message.serverContent) this.#takeContent(message.serverContent)
    if (message.goAway)
      this.events.push({ type: 'expiring', secondsLeft: secondsOf(message.goAway.timeLeft) })
  }

  #onSetUp(): void {
    const waiting = this.#waiting
    if (!waiting) return
    this.#waiting = undefined
    this.events.push({ type: 'started' })
    for (const text of waiting) this.#socket.send(text)
  }

  #takeContent(content: ServerContent): void {
    const { inputTranscription, outputTranscription, modelTurn, interrupted, turnComplete } = content
    if (inputTranscription)
      this.#onUserWords(inputTranscription.text ?? '', inputTranscription.finished === true)
    if (interrupted === true && this.#isResponding) {
      if (!this.#isDropping) this.events.push({ type: 'interrupted' })
      this.#endResponse('stopped')
    }
    for (const { inlineData } of modelTurn?.parts ?? []) {
      if (!inlineData?.mimeType?.startsWith('audio/')) continue
      this.#onOutput()
      if (!this.#isDropping) this.events.push({ type: 'audio', pcm: Buffer.from(inlineData.data, 'base64') })
    }
    const words = outputTranscription?.text ?? ''
    if (words !== '') {
      this.#onOutput()
      if (!this.#isDropping) this.events.push({ type: 'words', text: words })
    }
    if (turnComplete === true) {
      this.#turns.endWords()
      if (this.#isResponding) this.#endResponse(this.#isDropping ? 'stopped' : 'stop')
    }
  }

  /** Words belong to a turn that is not answered yet; those of one that is answered may still come for a moment. */
  #onUserWords(text: string, isFinished: boolean): void {
    if (!this.#turns.isOpen && text === '') return
    this.#turns.add(text)
    if (isFinished) this.#turns.endWords()
  }

  /** Called with all output of the model: the turn of the user that it answers has ended. */
  #onOutput(): void {
    if (this.#isResponding) return
    this.#isResponding = true
    if (!this.#turns.isOpen && this.#typed > 0) this.#typed -= 1
    else this.#turns.end()
  }

  #endResponse(reason: 'stop' | 'stopped'): void {
    this.#isResponding = false
    this.#isDropping = false
    this.#calls.clear()
    this.events.push({ type: 'response-ended', reason })
  }
}

/** @param baseUrl with or without its version, `/v1beta` or `/v1` */
function addressOf(baseUrl: string): string {
  const [, host = baseUrl, version = 'v1beta'] = /^(.*)\/(v1(?:beta)?)$/.exec(baseUrl) ?? []
  return `${host}/ws/google.ai.generativelanguage.${version}.GenerativeService.BidiGenerateContent`
}

/** Parses Google's durations, such as `49.5s`. */
const secondsOf = (duration: string | null | undefined): number => {
  const seconds = Number.parseFloat(duration ?? '')
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0
}

/** Errors are close codes with a sentence, which may quote the key. */
function failureOfClose(code: number, reason: string): ProviderFailure | undefined {
  const kind = /api[ _]key|unauthenticated|permission/i.test(reason)
    ? 'unauthorized'
    : /quota|resource[ _]exhausted/i.test(reason)
      ? 'rate-limited'
      : code === 1007 || code === 1008
        ? 'refused'
        : undefined
  if (!kind) return undefined
  return new ProviderFailure({
    kind,
    provider: PROVIDER.id,
    message: `${PROVIDER.name} closed the session with ${code}.`,
  })
}

function tokensOf(usage: UsageMetadata): LiveModelTokens {
  const audioIn = (list: UsageMetadata['promptTokensDetails']) =>
    (list ?? []).reduce(
      (sum, { modality, tokenCount }) => sum + (modality === 'AUDIO' ? (tokenCount ?? 0) : 0),
      0,
    )
  const [inputAudio, outputAudio] = [audioIn(usage.promptTokensDetails), audioIn(usage.responseTokensDetails)]
  return {
    inputAudio,
    // Details do not cover all tokens.
    inputText: Math.max(0, (usage.promptTokenCount ?? 0) - inputAudio),
    cachedText: 0,
    cachedAudio: 0,
    outputAudio,
    outputText: Math.max(0, (usage.responseTokenCount ?? 0) - outputAudio) + (usage.thoughtsTokenCount ?? 0),
  }
}

function setupOf(model: string, { instructions, voice, tools, history }: LiveModelRequest): object {
  return {
    model: `models/${model}`,
    generationConfig: {
      responseModalities: ['AUDIO'],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } },
    },
    systemInstruction: { parts: [{ text: instructions }] },
    ...(tools.length > 0 && {
      tools: [
        {
          functionDeclarations: tools.map(({ name, description, parameters }) => ({
            name,
            description,
            parametersJsonSchema: parameters,
          })),
        },
      ],
    }),
    inputAudioTranscription: {},
    outputAudioTranscription: {},
    contextWindowCompression: { slidingWindow: {} },
    ...(history.length > 0 && { historyConfig: { initialHistoryInClientContent: true } }),
  }
}
