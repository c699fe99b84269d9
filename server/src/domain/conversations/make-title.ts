import { MAX_TITLE_LENGTH } from '@vee/contract/entities/conversation-limits'

/** About one line of a list, in graphemes. */
const MAX_LENGTH = 60

/** Returns a title for a conversation that starts with this text: its first words on one line. */
export function makeTitle(text: string): string {
  const plainText = plainTextOf(text)
  const characters = Array.from(plainText)
  if (characters.length <= MAX_LENGTH) return plainText
  const start = characters.slice(0, MAX_LENGTH - 1).join('')
  const lastSpace = start.lastIndexOf(' ')
  // Without a suitable space, a word is truncated.
  return `${(lastSpace > start.length / 2 ? start.slice(0, lastSpace) : start).trimEnd()}…`
}

/** Returns the title that a conversation had in another program, on one line and within the limit. */
export const titleOfSource = (title: string): string =>
  title
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TITLE_LENGTH)

/** Removes Markdown at the start of a line, and characters that cannot be displayed. */
function plainTextOf(text: string): string {
  return text
    .replaceAll(/^[\s>#*-]+|```\w*/gm, ' ')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
