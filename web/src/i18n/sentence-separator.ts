/** A full stop, question or exclamation mark as Japanese and Chinese write it fills its square, half of it with white. */
const WIDE_END = /[。！？]$/

/**
 * Returns the separator between two sentences, in any languages: a space, or nothing after a full-width mark.
 */
export const sentenceSeparator = (sentence: string): '' | ' ' => (WIDE_END.test(sentence) ? '' : ' ')

/** Sentences one after another; parts that are not there are left out. */
export function joinSentences(...parts: readonly (string | false | null | undefined)[]): string {
  let text = ''
  for (const part of parts) {
    if (typeof part !== 'string' || part === '') continue
    text += text === '' ? part : sentenceSeparator(text) + part
  }
  return text
}
