/** The beginning of a name that is being typed after an "@". */
export interface MentionStart {
  /** offset of the "@", in UTF-16 code units */
  readonly start: number
  /** the text between the "@" and the caret */
  readonly query: string
}

/** Longer text after an "@" is no name, in UTF-16 code units. */
const MAX_QUERY_LENGTH = 40

/** Returns the mention before the caret; undefined if there is none, as within an address of mail. */
export function mentionBefore(text: string, caret: number): MentionStart | undefined {
  const match = /(?<![\p{L}\p{N}._-])[@＠]([^@＠\n]*)$/u.exec(text.slice(0, caret))
  const query = match?.[1]
  if (query === undefined || query.length > MAX_QUERY_LENGTH) return undefined
  return { start: match?.index ?? 0, query }
}

/** Returns those with a name of which a word begins with the query; none if the query is a whole name already. */
export function matchingNames<Candidate extends { readonly label: string }>(
  candidates: readonly Candidate[],
  query: string,
): readonly Candidate[] {
  const wanted = query.toLowerCase()
  const matches = candidates.filter(({ label }) => {
    const name = label.toLowerCase()
    return name.startsWith(wanted) || (wanted !== '' && name.includes(` ${wanted}`))
  })
  return matches.length === 1 && matches[0]?.label.toLowerCase() === wanted ? [] : matches
}

/** Returns the text with the name in place of the mention, and the caret after it. */
export function withMention(
  text: string,
  { start, query }: MentionStart,
  label: string,
): { readonly text: string; readonly caret: number } {
  const mention = `@${label} `
  const rest = text.slice(start + 1 + query.length).replace(/^ /, '')
  return { text: text.slice(0, start) + mention + rest, caret: start + mention.length }
}
