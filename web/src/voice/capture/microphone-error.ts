export type MicrophoneFailure =
  /** denied by the user, the browser or a policy of the page */
  | 'denied'
  | 'none'
  /** another program uses it */
  | 'busy'
  /** it was disconnected while open */
  | 'vanished'
  /** browsers allow a microphone only on https and localhost */
  | 'insecure'
  | 'unsupported'
  /**
   * neither opened nor rejected within the time limit, for example because a permission prompt was ignored
   */
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

/** Maps a rejection of getUserMedia. The names without a standard are from older browsers. */
export function microphoneFailureOf(error: unknown): MicrophoneFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return REASONS[name] ?? 'unsupported'
}
