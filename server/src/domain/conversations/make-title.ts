/** About one line of a list, in characters as people count them. */
const LENGTH_MAX = 60

/** A title for a conversation that begins with this text: its first words, in one line. */
export function makeTitle(text: string): string {
  const line = plain(text)
  const characters = Array.from(line)
  if (characters.length <= LENGTH_MAX) return line
  const start = characters.slice(0, LENGTH_MAX - 1).join('')
  const lastSpace = start.lastIndexOf(' ')
  // Where there are no spaces, or only early ones, a word is cut.
  return `${(lastSpace > start.length / 2 ? start.slice(0, lastSpace) : start).trimEnd()}…`
}

/** Without what Markdown sets it off with at the start of a line, and without what cannot be shown. */
function plain(text: string): string {
  return text
    .replaceAll(/^[\s>#*-]+|```\w*/gm, ' ')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
