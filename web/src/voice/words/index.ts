/** Meanings of short utterances for the page, in nine languages; loaded with the first transcript. */
export { commandOf, possibleModelChoice, type SpokenCommand } from '@vee/contract/spoken/commands'
export { consentAnswerOf, type ConsentAnswer } from '@vee/contract/spoken/consent-answers'
export { matchWakeWord } from '@vee/contract/spoken/wake-words'
