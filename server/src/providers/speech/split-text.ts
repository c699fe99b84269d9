import { sentenceSegmenter } from '@vee/contract/speech-text/sentences'

/**
 * Splits a text at the ends of sentences into parts of at most `maxLength` code units. Together they are the
 * whole text, without parts of spaces alone. A longer sentence is split at a space, one without spaces anywhere
 * but within a character.
 */
export function splitText(text: string, language: string | undefined, maxLength: number): readonly string[] {
  if (text.length <= maxLength) return [text]
  const parts: string[] = []
  let current = ''
  for (const { segment: sentence } of sentenceSegmenter(language ?? '').segment(text)) {
    if (current.length + sentence.length > maxLength) {
      if (current !== '') parts.push(current)
      current = sentence
      while (current.length > maxLength) {
        const end = lastBreak(current, maxLength)
        parts.push(current.slice(0, end))
        current = current.slice(end)
      }
    } else current += sentence
  }
  return [...parts, current].filter((sentence) => sentence.trim() !== '')
}

/** Returns the index after the last space of the first `maxLength` code units, else one that cuts no character. */
function lastBreak(text: string, maxLength: number): number {
  const space = text.lastIndexOf(' ', maxLength - 1)
  if (space > 0) return space + 1
  return /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1)) ? maxLength - 1 : maxLength
}
