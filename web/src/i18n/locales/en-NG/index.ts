import shell from './shell.json'

/** English with Nigerian greetings: overrides of messages only, and not a selectable locale. */
export const overrides = { shell }
