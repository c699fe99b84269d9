// No zod here: the web client reads these.

/** Longest title, after trimming. */
export const MAX_TITLE_LENGTH = 200
/** Where a title comes from: the first question, a model that read the first reply, or what the owner has typed. */
export const TITLE_SOURCES = ['first-words', 'model', 'person'] as const
/** Tags of one conversation, and the length of each. */
export const MAX_CONVERSATION_TAGS = 20
export const MAX_CONVERSATION_TAG_LENGTH = 50
/** Conversations of one bulk action. */
export const CONVERSATIONS_AT_ONCE = 100
/** Maximum number of versions of one reply; a further one takes the place of the oldest. */
export const MAX_VERSIONS = 20
