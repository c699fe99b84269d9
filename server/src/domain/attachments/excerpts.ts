import type { DocumentText } from '@vee/contract/entities/attachment'
import { relevanceToMany } from '#lib/relevance.ts'

/** target length of an excerpt, in UTF-16 code units: a few paragraphs. */
const EXCERPT_LENGTH = 1_800

interface Excerpt {
  readonly title: string
  readonly text: string
}

/**
 * Returns the text of a document with the titles of its sections. If it is longer than `maxLength`, returns the beginning
 * and the excerpts closest to the question, in the order of the document, and states how many were left out. Lets other
 * events run while it ranks the excerpts.
 */
export async function excerptsFor(
  document: DocumentText,
  question: string,
  maxLength: number,
): Promise<string> {
  const { text, omitted, total } = await closestExcerpts(document, question, maxLength)
  if (omitted === 0) return text
  return `${text}\n\n[${omitted} of ${total} passages of this document are left out, those farthest from the question. Tell the person when the reply may depend on them.]`
}

/** Returns the same text without a statement, with the number of excerpts that were left out. */
export async function closestExcerpts(
  { sections }: DocumentText,
  question: string,
  maxLength: number,
): Promise<{ readonly text: string; readonly omitted: number; readonly total: number }> {
  const documentText = sections.map((section) => sectionText(section)).join('\n\n')
  if (documentText.length <= maxLength) return { text: documentText, omitted: 0, total: sections.length }
  const excerpts = sections.flatMap(splitSection)
  const scores = await relevanceToMany(
    question,
    excerpts.map(({ text }) => text),
  )
  const byRelevance = excerpts
    .map((_, index) => index)
    .toSorted((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right)
  const chosen = new Set<number>()
  let length = 0
  // The beginning states the subject of the document.
  for (const index of [0, ...byRelevance]) {
    const size = sectionText(excerpts[index] ?? EMPTY).length + 2
    if (chosen.has(index) || length + size > maxLength) continue
    chosen.add(index)
    length += size
  }
  const shown = excerpts.filter((_, index) => chosen.has(index)).map(sectionText)
  return { text: shown.join('\n\n'), omitted: excerpts.length - shown.length, total: excerpts.length }
}

const EMPTY: Excerpt = { title: '', text: '' }

const sectionText = ({ title, text }: Excerpt) => (title === '' ? text : `## ${title}\n${text}`)

/** Splits at paragraphs, and a longer paragraph at the length. */
function splitSection({ title, text }: Excerpt): readonly Excerpt[] {
  const excerpts: Excerpt[] = []
  let current = ''
  const flush = () => {
    if (current.trim() !== '') excerpts.push({ title, text: current.trim() })
    current = ''
  }
  for (const paragraph of text.split(/\n{2,}/)) {
    if (current.length + paragraph.length > EXCERPT_LENGTH) flush()
    for (let from = 0; from < paragraph.length; from += EXCERPT_LENGTH) {
      if (from > 0) flush()
      current += `${current === '' ? '' : '\n\n'}${paragraph.slice(from, from + EXCERPT_LENGTH)}`
    }
  }
  flush()
  return excerpts
}
