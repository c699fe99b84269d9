import type { DocumentText } from '@vee/contract/entities/attachment'
import { technicalName } from '#lib/language/encoding-names.ts'
import { MAX_NOTES_LENGTH } from '@vee/contract/entities/meeting-limits'

/** Longest text of one document in the notes, in UTF-16 code units: about 60 slides. */
const MAX_DOCUMENT_LENGTH = 40_000
const CUT = '\n\n[…]'

interface NotesWithDocument {
  readonly notes: string
  /** the end of the document did not fit */
  readonly isCut: boolean
}

/** Returns the notes with the text of a document below them, under its name and the titles of its pages. */
export function withDocument(
  notes: string,
  name: string,
  { sections, isByOcr, encoding }: DocumentText,
): NotesWithDocument {
  const text = sections
    .filter((section) => section.text.trim() !== '')
    .map((section) =>
      [section.title && `## ${section.title}`, section.text.trim()].filter(Boolean).join('\n'),
    )
    .join('\n\n')
  const before = notes.trimEnd()
  const heading = `${before === '' ? '' : `${before}\n\n`}# ${name}${isByOcr === true ? ' (OCR)' : ''}${encoding === undefined ? '' : ` (${technicalName(encoding)})`}\n\n`
  const room = Math.min(MAX_DOCUMENT_LENGTH, MAX_NOTES_LENGTH - heading.length - CUT.length)
  if (room <= 0) return { notes, isCut: true }
  const isCut = text.length > room
  const shown = isCut ? `${text.slice(0, room).toWellFormed().trimEnd()}${CUT}` : text
  return { notes: `${heading}${shown}`, isCut }
}
