export type MicrophoneFailure =
  /** the user, the browser or a policy of the page said no */
  | 'denied'
  | 'none'
  /** another program holds it */
  | 'busy'
  /** it went away while it was open */
  | 'vanished'
  /** browsers give a microphone to https and localhost only */
  | 'insecure'
  | 'unsupported'
  /** neither opened nor refused within the time limit, as with a permission question left open */
  | 'no-answer'

export class MicrophoneError extends Error {
  readonly reason: MicrophoneFailure

  constructor(reason: MicrophoneFailure) {
    super(`no microphone: ${reason}`)
    this.name = 'MicrophoneError'
    this.reason = reason
  }
}

const REASONS: Readonly<Record<string, MicrophoneFailure>> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  DevicesNotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
}

/** What getUserMedia's rejection means. The names without a standard are those of older browsers. */
export function microphoneFailureOf(error: unknown): MicrophoneFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return REASONS[name] ?? 'unsupported'
}
