/** A sound during the voice pauses it in place after so long, from its onset, in ms. */
export const PAUSE_AFTER_MS = 200
/** A sound that brings no words for so long is noise: the voice resumes, in ms. */
export const NOISE_AFTER_MS = 6_000
