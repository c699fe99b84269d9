/** What one socket, one caller and all of them together may hold. Times in milliseconds. */
export interface LiveLimits {
  /** from the opening of a socket to its hello */
  readonly helloMs: number
  /** without a message or sound, while nothing is on its way */
  readonly idleMs: number
  /** how long a socket may outlive the session of its token */
  readonly tokenMs: number
  /** a turn whose socket dropped while it was listened to waits for another one this long */
  readonly orphanMs: number
  /** after its answer, or its orphaning, a turn can be resumed this long */
  readonly keptMs: number
  /** from a transcript to the word that it is the question */
  readonly askMs: number
  /** from a piece of a voice that could be made to the word that it is wanted */
  readonly wantMs: number
  readonly socketsPerCaller: number
  /** that have not said hello, or belong to different callers */
  readonly socketsPerNetwork: number
  /** of one caller: listened to, being answered, or kept */
  readonly turnsPerCaller: number
  /** whose sound still arrives, of one network */
  readonly listeningPerNetwork: number
  /** that all turns together hold of what was said and not understood yet … */
  readonly soundBytes: number
  /** … and those of one network */
  readonly soundBytesPerNetwork: number
  /** messages a second in the long run … */
  readonly messagesPerSecond: number
  /** … and at once */
  readonly messageBurst: number
  /** sound in the long run, as a multiple of the time it lasts … */
  readonly soundSpeed: number
  /** … and at once, in bytes: what was said before the socket was there comes in one piece */
  readonly soundBurst: number
}

export const LIVE_LIMITS: LiveLimits = {
  helloMs: 5_000,
  idleMs: 120_000,
  tokenMs: 10_000,
  orphanMs: 30_000,
  keptMs: 60_000,
  askMs: 30_000,
  wantMs: 120_000,
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
