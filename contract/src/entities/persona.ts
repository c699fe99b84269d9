// No zod here: the web client reads this.

/** Longest persona text, after trimming. */
export const MAX_PERSONA_LENGTH = 2_000
