import shell from './shell.json'

/** English as it greets in Nigeria: messages only, in place of those of English, and no locale that could be chosen. */
export const overrides = { shell }
