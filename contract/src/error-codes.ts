// No zod here: these are part of the web client's initial bundle.

/** Every error code with its HTTP status. A code is also a message key of the web client. */
export const ERROR_STATUS = {
  VALIDATION: 400,
  MALFORMED_JSON: 400,
  MESSAGE_EMPTY: 400,
  SEATS_EXHAUSTED: 400,
  UNAUTHORIZED: 401,
  INVALID_CREDENTIALS: 401,
  SESSION_EXPIRED: 401,
  SUBSCRIPTION_REQUIRED: 402,
  ALLOWANCE_EXHAUSTED: 402,
  COST_LIMIT_EXCEEDED: 402,
  /** The vendor rejected the caller's own key, and there is no other way to pay. */
  OWN_KEY_REJECTED: 402,
  /** The vendor rejected the key of the organization's own endpoint, or its account has no credit. */
  TEAM_KEY_REJECTED: 402,
  SPEECH_CREDITS_EXHAUSTED: 402,
  FORBIDDEN: 403,
  AGENT_TIER_REQUIRED: 403,
  NOT_FOUND: 404,
  AGENT_UNKNOWN: 404,
  /** the diary talks to its owner alone */
  AGENT_NOT_HERE: 403,
  EMAIL_TAKEN: 409,
  ALREADY_MEMBER: 409,
  /** it was changed since the caller read it */
  EDIT_CONFLICT: 409,
  LAST_ADMIN: 409,
  /** the caller's plan allows no more custom agents */
  AGENTS_FULL: 409,
  INVITE_USED: 409,
  INVITE_EXPIRED: 410,
  INVITE_REVOKED: 410,
  TOO_LARGE: 413,
  /** the member's quota for this kind of content is used up */
  STORAGE_FULL: 413,
  UNSUPPORTED_MEDIA: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  PROVIDER_ERROR: 502,
  /** the server has no capacity at the moment: memory, disk, or a busy database */
  UNAVAILABLE: 503,
  /** files cannot be stored or read at the moment: the object store does not respond, or the data folder cannot be written to */
  STORAGE_UNAVAILABLE: 503,
  LLM_UNAVAILABLE: 503,
  STT_UNAVAILABLE: 503,
  /**
   * The transcription model is being downloaded; GET /system/speech returns the progress. Send the recording
   * again afterwards.
   */
  STT_PREPARING: 503,
  TTS_UNAVAILABLE: 503,
  BILLING_UNAVAILABLE: 503,
  GLOBAL_ACCESS_DISABLED: 503,
  AUTH_PROVIDER_UNCONFIGURED: 503,
  /** The server was stopped or restarted during the reply; the text up to that point is stored. */
  REPLY_INTERRUPTED: 503,
  PROVIDER_TIMEOUT: 504,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS
