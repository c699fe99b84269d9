// No zod here: the web client reads these.

export const PROJECT_NAME_MAX_LENGTH = 80
export const INSTRUCTIONS_MAX_LENGTH = 8_000
/** Projects that a member may own. */
export const PROJECTS_MAX = 200
/** Things other than conversations in a project, of one member. */
export const PROJECT_ITEMS_MAX = 1_000
export const PROJECT_ITEM_KINDS = ['conversation', 'meeting', 'file', 'prompt'] as const
