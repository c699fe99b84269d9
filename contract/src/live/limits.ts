// No zod here: the web client reads these.

/** The protocol of /api/live. A server refuses another one with the close code `version`. */
export const LIVE_VERSION = 1
/** Audio up: 16-bit little-endian mono at this rate in Hz, in binary frames of any whole number of samples; 40 ms is usual. */
export const LIVE_SAMPLE_RATE = 16_000
/** Largest binary frame, in bytes: one second. */
export const LIVE_FRAME_MAX_BYTES = LIVE_SAMPLE_RATE * 2
/** Longest utterance of one turn, in seconds; what is longer goes by POST /stt. */
export const LIVE_TURN_MAX_SECONDS = 120
/** A pause of this length lets the server run ahead, in ms. */
export const LIVE_PAUSE_MS = 200
/** The server runs ahead for utterances up to this length, in seconds … */
export const LIVE_AHEAD_MAX_SECONDS = 10
/** … and so many times in a turn. */
export const LIVE_AHEAD_MAX_TIMES = 3
/** So many pieces of a reply are said before the client has asked for one. */
export const LIVE_PIECES_UNASKED = 2

/** Why the server closes a socket, beside the codes of RFC 6455. */
export const LIVE_CLOSE = {
  /** not a message of the protocol, or one that does not fit here */
  malformed: 4400,
  /** no `hello` in time, or one with a dead token; also when the session ends later on */
  unauthenticated: 4401,
  /** nothing came for too long */
  idle: 4408,
  /** the protocol's version is another one */
  version: 4426,
  /** too many messages, too much sound for the time that it lasted, or too many sockets */
  flood: 4429,
} as const
