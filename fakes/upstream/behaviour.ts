import type { ScriptedSearch } from './vendor-search.ts'

/**
 * How the fake upstream handles one request. Every field is optional: `{}` responds correctly and at once.
 */
export interface Behaviour {
  /** until the headers are sent, in ms; `Infinity` never sends them */
  readonly headersAfterMs?: number
  /** responds with this error status */
  readonly refusal?: UpstreamError
  /** from the headers to the first chunk, in ms. A chunk is a token of text, or 100 ms of audio */
  readonly firstPieceAfterMs?: number
  /** default: unlimited */
  readonly piecesPerSecond?: number
  /**
   * splits the body into packets of this many bytes, across events and characters; default: one event per
   * packet
   */
  readonly packetBytes?: number
  readonly ending?: Ending
  /** chunks sent before an ending other than `complete`; default 2 */
  readonly piecesBeforeEnding?: number
  /** the reply or the transcript; `''` for an empty one */
  readonly text?: string
  /** what the model reasons before its reply */
  readonly reasoning?: string
  /** streams as Mistral does: content and thoughts as lists of chunks, calls whole; only in OpenAI's format */
  readonly isMistral?: boolean
  /** the duration in a transcription, in seconds; default: measured for WAV */
  readonly duration?: number
  /**
   * a chat reply consists of this many tokens, each with the time at which it is sent by the fake's own
   * clock, in ms
   */
  readonly stampedTokens?: number
  readonly toolCalls?: readonly ScriptedToolCall[]
  /** the vendor searches, if the request has its tool; the reply are the statements of the search */
  readonly search?: ScriptedSearch
  /** in OpenAI's terms, for every wire format; default: derived from the response */
  readonly finishReason?: 'stop' | 'length' | 'tool_calls' | 'content_filter'
  /** the vendor's own name of the finish reason, or of the block reason; only Gemini's fake has them */
  readonly vendorReason?: string
  /** the prompt is blocked: the response has no reply; only Gemini's fake does that */
  readonly isPromptBlocked?: boolean
  /** `null` sends no figures; default: counted from the texts */
  readonly usage?: ScriptedUsage | null
}

type Ending =
  | 'complete'
  /** the connection is destroyed */
  | 'cut'
  /** nothing more is sent and the connection stays open */
  | 'hang'
  /** an error event of the protocol, then the end */
  | 'error-event'
  /** a proper end of the body without the protocol's own */
  | 'no-finish-reason'
  /** an event that is not JSON, then the end */
  | 'garbage'

export interface UpstreamError {
  readonly status: number
  /** the vendor's error code */
  readonly code?: string
  readonly message?: string
  /** the value of the Retry-After header */
  readonly retryAfter?: string
}

export interface ScriptedToolCall {
  readonly id: string
  readonly name: string
  /** JSON */
  readonly arguments: string
}

export interface ScriptedUsage {
  /** all of them, including the cached ones */
  readonly promptTokens: number
  readonly completionTokens: number
  readonly cachedTokens?: number
  /** the part of `completionTokens` for reasoning; Anthropic does not report it */
  readonly reasoningTokens?: number
}

/** Text whose characters take 1, 2, 3 and 4 bytes in UTF-8, with a joined emoji. */
export const MANY_SCRIPTS = 'Grüße, 会議は三時です — 안녕 👩‍🚀 ok.'

const BEHAVIOURS = {
  well: {},
  'slow-first-token': { firstPieceAfterMs: 400 },
  'thirty-tokens-per-second': { piecesPerSecond: 30 },
  'split-utf8': { text: MANY_SCRIPTS, packetBytes: 1 },
  'split-events': { packetBytes: 7 },
  'merged-events': { packetBytes: 64 * 1024 },
  'error-mid-stream': { ending: 'error-event' },
  'garbage-mid-stream': { ending: 'garbage' },
  unauthorized: { refusal: { status: 401, code: 'invalid_api_key' } },
  'rate-limited': { refusal: { status: 429, code: 'rate_limit_exceeded', retryAfter: '1' } },
  'bad-request': { refusal: { status: 400, code: 'invalid_request_error' } },
  'server-error': { refusal: { status: 500, code: 'server_error' } },
  overloaded: { refusal: { status: 503, code: 'overloaded_error' } },
  'hang-before-headers': { headersAfterMs: Infinity },
  'hang-between-events': { ending: 'hang' },
  'hang-before-events': { ending: 'hang', piecesBeforeEnding: 0 },
  'cut-mid-stream': { ending: 'cut' },
  'cut-before-events': { ending: 'cut', piecesBeforeEnding: 0 },
  'no-finish-reason': { ending: 'no-finish-reason' },
  empty: { text: '' },
  'tool-calls': {
    text: '',
    toolCalls: [
      { id: 'call_1', name: 'get_weather', arguments: '{"city":"Zürich"}' },
      { id: 'call_2', name: 'get_time', arguments: '{}' },
    ],
  },
} as const satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof BEHAVIOURS

export function behaviourNamed(name: BehaviourName): Behaviour {
  return BEHAVIOURS[name]
}
