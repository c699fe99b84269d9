/** What short words mean to the page, in nine languages; loaded when something was heard. */
export { commandOf, type Command } from './commands.ts'
export { callIn } from './wake-words.ts'
