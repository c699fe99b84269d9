/** The tag name for content in a prompt that also contains instructions of the server. */
type Mark = 'transcript' | 'notes'

/** Delimits content in a prompt, so that models do not confuse it with the instructions. */
export const delimitedText = (mark: Mark, text: string): string => `<${mark}>\n${text}\n</${mark}>`

const OPENING = /\n<(?:transcript|notes)>\n/
const CLOSING = /\n<\/(?:transcript|notes)>$/

/** The question's first line and the text that ends it, marked as above; undefined of any other message. */
export function readDelimitedText(
  message: string,
): { readonly question: string; readonly text: string } | undefined {
  const opening = OPENING.exec(message)
  const closing = CLOSING.exec(message)
  if (opening === null || closing === null) return undefined
  const from = opening.index + opening[0].length
  if (from > closing.index) return undefined
  return {
    question: message.slice(0, message.indexOf('\n')),
    text: message.slice(from, closing.index),
  }
}

/** Returns the text of a document between tags, with tags inside the text escaped. */
export const delimitedDocument = (name: string, text: string): string =>
  `<document name="${name}">\n${text.replaceAll(/<(\/?document)\b/gi, '‹$1')}\n</document>`
