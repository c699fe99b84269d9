// No zod here: the web client reads these.

/** Maximum length of a meeting's notes, in Unicode code points. */
export const NOTES_MAX_LENGTH = 200_000
