/** Full-width punctuation of Japanese and Chinese, which includes the space. */
const WIDE_END = /[。！？]$/

/**
 * Returns the separator between two sentences, in any languages: a space, or nothing after a full-width mark.
 */
export const sentenceSeparator = (sentence: string): '' | ' ' => (WIDE_END.test(sentence) ? '' : ' ')

/** Joins sentences; missing parts are omitted. */
export function joinSentences(...parts: readonly (string | false | null | undefined)[]): string {
  let text = ''
  for (const sentence of parts) {
    if (typeof sentence !== 'string' || sentence === '') continue
    text += text === '' ? sentence : sentenceSeparator(text) + sentence
  }
  return text
}
