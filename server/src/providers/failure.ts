/** Why a provider could not do its work. Vendors translate their own failures into one of these. */
export type ProviderFailureKind =
  /** no key, or the key was refused (401, 403) */
  | 'unauthorized'
  /** 429; `retryAfterSeconds` when the provider said so */
  | 'rate-limited'
  /** 4xx: the request itself was refused */
  | 'refused'
  /** 5xx, or no connection could be made */
  | 'unavailable'
  /** no headers, or no event, within the time limit */
  | 'timeout'
  /** the connection ended before the answer did (no finish reason seen) */
  | 'cut'
  /** an error event in mid-stream, or bytes that are not the protocol */
  | 'broken'
  /** a complete answer with nothing in it */
  | 'empty'
  /** the recording cannot be decoded: damaged, or not what its container says */
  | 'unreadable'
  /** the recording is longer than is allowed, whatever its container says */
  | 'too-large'

export interface ProviderFailureInit {
  readonly kind: ProviderFailureKind
  readonly provider: string
  /** for operators; never holds a key, a prompt or an answer */
  readonly message: string
  readonly status?: number
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind
  readonly provider: string
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(init: ProviderFailureInit) {
    super(init.message, { cause: init.cause })
    this.name = 'ProviderFailure'
    this.kind = init.kind
    this.provider = init.provider
    this.status = init.status
    this.retryAfterSeconds = init.retryAfterSeconds
  }
}

export interface Availability {
  readonly available: boolean
  /** one plain sentence, no secrets */
  readonly reason: string | null
  readonly hint: string | null
  /** the name of the setting that connects the provider */
  readonly envVar: string | null
}
