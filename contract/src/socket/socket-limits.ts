// No zod here: the web client reads these.

/** The subprotocol of /api/live. The server closes other ones with the close code `version`. */
export const SOCKET_VERSION = 1
/**
 * Upstream audio: 16-bit little-endian mono at this rate in Hz, in binary frames of any whole number of
 * samples; 40 ms is usual.
 */
export const SOCKET_SAMPLE_RATE = 16_000
/** Largest binary frame, in bytes: one second. */
export const MAX_SOCKET_FRAME_BYTES = SOCKET_SAMPLE_RATE * 2
/** Maximum duration of a turn's utterance, in seconds; longer ones are sent to POST /stt. */
export const MAX_SOCKET_TURN_SECONDS = 120
/** Length of the pause after which the server starts a speculative reply, in ms. */
export const SPECULATION_PAUSE_MS = 200
/** The server runs speculative replies for utterances up to this length, in seconds … */
export const MAX_SPECULATION_SECONDS = 10
/** … and at most this often per turn. */
export const MAX_SPECULATION_TIMES = 3
/** Number of segments of a reply that are synthesized without a request by the client. */
export const SEGMENTS_AHEAD = 2

/** Maximum position in the audio of a reply of a live model, in ms: an hour. */
export const MAX_LIVE_PLAYED_MS = 3_600_000

/** Close codes of the server, in addition to those of RFC 6455. */
export const SOCKET_CLOSE = {
  /** not a message of the protocol, or an invalid one at this point */
  malformed: 4400,
  /** no `hello` in time, or one with an invalid token; also when the session ends later */
  unauthenticated: 4401,
  /** no message within the time limit */
  idle: 4408,
  /** another version of the protocol */
  version: 4426,
  /** too many messages, more audio than real time, or too many sockets */
  flood: 4429,
} as const
