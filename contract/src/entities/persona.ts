// No zod here: the web client reads this.

/** Longest persona text, after trimming. */
export const PERSONA_MAX_LENGTH = 2_000
