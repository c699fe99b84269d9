// No zod here: the web client reads these.

/** Longest title, after trimming. */
export const TITLE_MAX_LENGTH = 200
/** Maximum number of versions of one reply; a further one takes the place of the oldest. */
export const VERSIONS_MAX = 20
