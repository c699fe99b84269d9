import type { ProviderProblem } from '@vee/contract/entities/model-endpoint'

/** The reason of a provider's failure. Every vendor's errors are mapped to one of these. */
export type ProviderFailureKind =
  /** no key, or the key was rejected (401, 403) */
  | 'unauthorized'
  /** 429; `retryAfterSeconds` if the provider returned it */
  | 'rate-limited'
  /** 402, or a 429 that says so: the account at the provider has no credit, and a retry would not help */
  | 'no-credit'
  /** 4xx: the request itself was rejected */
  | 'refused'
  /** 5xx, or the connection failed */
  | 'unavailable'
  /** no headers, or no event, within the time limit */
  | 'timeout'
  /** the connection ended before the response was complete (no finish reason) */
  | 'cut'
  /** an error event in mid-stream, or bytes that are not the protocol */
  | 'broken'
  /** a complete response without content */
  | 'empty'
  /** the recording cannot be decoded: damaged, or not what its container says */
  | 'unreadable'
  /** the recording is longer than allowed, regardless of the length that its container claims */
  | 'too-large'

export interface ProviderFailureInit {
  readonly kind: ProviderFailureKind
  readonly provider: string
  /** for operators; never contains a key, a prompt or a reply */
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
  /** the kind of `reason`, for a text in the reader's language */
  readonly problem?: ProviderProblem
}
