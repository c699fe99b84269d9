import { MAX_DOCUMENT_SECTIONS, MAX_DOCUMENT_TEXT_LENGTH } from '@vee/contract/entities/attachment-limits'

/** A part of a document. */
export interface OfficeSection {
  /** its name: the number of a slide or chapter, or the name of a sheet; empty for a document in one part */
  readonly title: string
  readonly text: string
}

/** Words in the language of the interface that stand between the text of a document. */
export interface OfficeLabels {
  /** marks a slide, sheet, row or column that is not shown */
  readonly hidden: string
  /** above the comments of reviewers */
  readonly comments: string
  /** above a speaker's notes */
  readonly notes: string
}

/** Returns the title of a section that is not shown. */
export const hiddenTitle = (title: string, { hidden }: OfficeLabels): string => `${title} [${hidden}]`

/** A comment of a reviewer. */
export interface ReviewComment {
  readonly author: string
  /** what it is about: the words or the cell; empty if unknown */
  readonly subject: string
  readonly text: string
}

/** Returns comments as lines below a heading; empty if there are none. */
export function commentLines(comments: readonly ReviewComment[], labels: OfficeLabels): string {
  const lines = comments.flatMap(({ author, subject, text }) => {
    if (text === '') return []
    const about = subject === '' ? '' : ` (${subject.length > 80 ? `${subject.slice(0, 79)}…` : subject})`
    return `- ${author}${about}${author + about === '' ? '' : ': '}${joinLines(text)}`
  })
  return lines.length === 0 ? '' : `${labels.comments}:\n${lines.join('\n')}`
}

/**
 * Reads sections until they have the length that is sent: a small file can name one part a million times.
 * @param read returns the section of an item
 */
export function readSections<T>(
  items: readonly T[],
  read: (item: T, index: number) => OfficeSection,
): readonly OfficeSection[] {
  const sections: OfficeSection[] = []
  let length = 0
  for (const [index, item] of items.slice(0, MAX_DOCUMENT_SECTIONS).entries()) {
    const section = read(item, index)
    sections.push(section)
    length += section.text.length
    if (length > MAX_DOCUMENT_TEXT_LENGTH) break
  }
  return sections
}

/** Returns the lines of a text with a space between, without empty ones. */
export const joinLines = (text: string): string =>
  text
    .split(/[\n\r]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

/** Joins the parts of a section that have text, with an empty line between. */
export const joinParts = (...parts: readonly string[]): string =>
  parts.filter((section) => section !== '').join('\n\n')
