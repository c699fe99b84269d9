/** Audio of the protocol, both ways: 16-bit little-endian mono at this rate in Hz, as base64. */
export const REALTIME_SAMPLE_RATE = 24_000
/** Maximum duration of one committed utterance, and of the input buffer, in seconds. */
export const MAX_REALTIME_INPUT_SECONDS = 120
/** Maximum length of `audio` in one event, in characters of base64: about 40 s. */
export const MAX_REALTIME_APPEND_LENGTH = 2_600_000
/** A session ends after this time, in seconds. */
export const MAX_REALTIME_SESSION_SECONDS = 3_600
/** Maximum number of items in a conversation; older ones are deleted. */
export const MAX_REALTIME_ITEMS = 500
