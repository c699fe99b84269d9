import { type BrokenLine, parseReplyStream } from '@vee/contract/stream/parse'
import { createServerTranscriber, type SendAudio } from '../transcription/server-transcriber.ts'
import type { ServerSynthesisRequest } from '../speak/voices/speech-api.ts'
import { audioOfLines } from './speech-lines.ts'
import type { ReplyStreamOptions, TurnTransport } from './turn-transport.ts'

/**
 * Maximum silence in a stream, in ms. The server pings every 15 s, so that a longer silence means a lost
 * connection.
 */
const IDLE_TIMEOUT_MS = 90_000
const IDLE_CHECK_MS = 5_000

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

/** The server's endpoints for a turn, with the caller's identity. They reject with the API client's errors. */
export interface TurnEndpoints {
  /** POST /chat, or GET of the rest of a reply's events after `lastEventId` */
  readonly openReply: (options: ReplyStreamOptions) => Promise<Bytes>
  /** POST /tts */
  readonly makeSpeech: (request: ServerSynthesisRequest, signal: AbortSignal) => Promise<Bytes>
  /** POST /stt */
  readonly sendAudio: SendAudio
  /** returns the error for a stream that was silent for too long */
  readonly timeoutError: () => Error
  readonly onBrokenLine: (brokenLine: BrokenLine) => void
}

/**
 * Turns over one HTTP request per part.
 *
 * @param prompt returns words that help the engine with names and jargon, '' for none
 */
export function createHttpTransport(
  endpoints: TurnEndpoints,
  prompt: () => string = () => '',
): TurnTransport {
  const transcriber = createServerTranscriber(endpoints.sendAudio, prompt)
  return {
    async *reply(options) {
      const body = await endpoints.openReply(options)
      yield* parseReplyStream(textOf(body, endpoints.timeoutError), { onBroken: endpoints.onBrokenLine })
    },
    speech: async (request, signal) => {
      const bytes = bytesOf(await endpoints.makeSpeech(request, signal))
      return request.onWords ? audioOfLines(bytes, request.onWords) : bytes
    },
    transcribe: (request) => transcriber.start(request),
  }
}

/** Uses a reader, because not every browser can iterate a stream. */
async function* bytesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/**
 * Yields the text of a body until it ends or is silent for too long. Uses a decoder instead of
 * TextDecoderStream, and one timer for all reads: each token is a read, and pipes and timers cost more than
 * the rest.
 */
async function* textOf(body: Bytes, timeoutError: () => Error): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let lastDataAt = performance.now()
  let isIdle = false
  const watch = setInterval(() => {
    if (performance.now() - lastDataAt < IDLE_TIMEOUT_MS) return
    isIdle = true
    // Ends the pending read.
    void reader.cancel().catch(() => undefined)
  }, IDLE_CHECK_MS)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isIdle) throw timeoutError()
      lastDataAt = performance.now()
      if (done) break
      yield decoder.decode(value, { stream: true })
    }
    yield decoder.decode()
  } finally {
    clearInterval(watch)
    await reader.cancel().catch(() => undefined)
  }
}
