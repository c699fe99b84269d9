/** Limits of one socket, one caller, and all of them together. Times in milliseconds. */
export interface SocketTurnLimits {
  /** from the opening of a socket to its hello */
  readonly helloMs: number
  /** without a message or audio, while nothing is in progress */
  readonly idleMs: number
  /** interval of the checks of the token: a socket outlives its session by so long at most */
  readonly tokenCheckIntervalMs: number
  /** how long a turn in the listening state waits for a new socket */
  readonly orphanMs: number
  /** how long a turn can be resumed after its reply or a disconnect */
  readonly resumeTimeoutMs: number
  /** from a transcript to its confirmation as the question */
  readonly confirmationTimeoutMs: number
  /** from a synthesizable segment to the request for it */
  readonly segmentRequestTimeoutMs: number
  readonly socketsPerCaller: number
  /** without a hello, or of different callers */
  readonly socketsPerNetwork: number
  /** of one caller: listening, replying, or resumable */
  readonly turnsPerCaller: number
  /** with audio in progress, of one network */
  readonly listeningPerNetwork: number
  /** audio of all turns that is not transcribed yet … */
  readonly soundBytes: number
  /** … and that of one network */
  readonly soundBytesPerNetwork: number
  /** messages per second on average … */
  readonly messagesPerSecond: number
  /** … and in a burst */
  readonly messageBurst: number
  /** audio rate on average, as a multiple of real time … */
  readonly soundSpeed: number
  /** … and in a burst, in bytes: audio before the connection is sent at once */
  readonly soundBurst: number
}

export const SOCKET_TURN_LIMITS: SocketTurnLimits = {
  helloMs: 5_000,
  idleMs: 120_000,
  tokenCheckIntervalMs: 10_000,
  orphanMs: 30_000,
  resumeTimeoutMs: 60_000,
  confirmationTimeoutMs: 30_000,
  segmentRequestTimeoutMs: 120_000,
  socketsPerCaller: 8,
  socketsPerNetwork: 64,
  turnsPerCaller: 16,
  listeningPerNetwork: 32,
  soundBytes: 128 * 1024 * 1024,
  soundBytesPerNetwork: 32 * 1024 * 1024,
  messagesPerSecond: 40,
  messageBurst: 400,
  soundSpeed: 4,
  soundBurst: 4 * 1024 * 1024,
}
