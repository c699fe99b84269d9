// No zod here: the web client reads these.

/** Maximum length of a meeting's notes, in Unicode code points. */
export const MAX_NOTES_LENGTH = 200_000
