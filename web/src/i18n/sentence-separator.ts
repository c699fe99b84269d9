/** A full stop, question or exclamation mark as Japanese and Chinese write it fills its square, half of it with white. */
const WIDE_END = /[。！？]$/

/** What stands between a sentence and the next, whatever language each is in: a space, or nothing after a wide mark. */
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
