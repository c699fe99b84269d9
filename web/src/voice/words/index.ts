/** Meanings of short utterances for the page, in nine languages; loaded with the first transcript. */
export { commandOf, type Command } from './commands.ts'
export { callIn } from './wake-words.ts'
