// No zod here: the web client reads these.

export const MAX_PROJECT_NAME_LENGTH = 80
export const MAX_INSTRUCTIONS_LENGTH = 8_000
/** Projects that a member may own. */
export const MAX_PROJECTS = 200
/** Things other than conversations in a project, of one member. */
export const MAX_PROJECT_ITEMS = 1_000
export const PROJECT_ITEM_KINDS = ['conversation', 'meeting', 'file', 'prompt'] as const
