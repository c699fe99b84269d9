import { MAX_NOTE_LENGTH } from '@vee/contract/http/memory'

/** Notes that are read of one text. */
export const MAX_IMPORTED_NOTES = 100
/** A shorter line is a heading or a button that was copied along. */
const MIN_NOTE_LENGTH = 8
/** Files of an export with what was remembered; the others are conversations. */
const MEMORY_FILE = /(?:^|\/)[^/]*memor(?:y|ies)[^/]*\.json$/i
/** Largest file that is read, in bytes. */
const MAX_MEMORY_FILE_BYTES = 50_000_000

/** What precedes a note in a list: bullets, numbers, dates such as `[2025-03-01] -`. */
const BEFORE_NOTE = /^(?:(?:[-*•·+>–—:]|\d{1,3}[.)]|\[?(?:\d{4}-\d{2}-\d{2}|unknown)\]?:?) )+/i
const FENCE = /^\s*(?:```|~~~)/
const HEADING = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$|[-=]{3,}\s*$)/
/** Two words of a language with spaces and no full stop, or what ends in a colon. */
const TITLE = /^[\p{Script=Latin}'’-]+(?: [\p{Script=Latin}'’-]+)?$|[:：]$/u
/** Passwords, and numbers of cards and accounts, are no notes. */
const SECRET = /\b(?:password|passwort|contraseña|senha|mot de passe|api[ -]?key)\b|\d(?:[ -]?\d){8,}/i

/** Returns the notes in a text that was copied from ChatGPT's or Claude's memory, or in a file of their exports. */
export function notesIn(text: string): readonly string[] {
  const trimmed = text.trim()
  const parsed = /^[[{]/.test(trimmed) ? parseJson(trimmed) : undefined
  const texts = parsed === undefined ? [trimmed] : textsIn(parsed)
  const notes = new Map<string, string>()
  for (const note of texts.flatMap(linesOf))
    if (notes.size < MAX_IMPORTED_NOTES && !notes.has(note.toLowerCase())) notes.set(note.toLowerCase(), note)
  return [...notes.values()]
}

/** Returns the text of a file: of an export in a zip the files with what was remembered. Rejects if it cannot be read. */
export async function memoryTextOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return new TextDecoder().decode(bytes)
  const { unzipSync } = await import('fflate')
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => MEMORY_FILE.test(name) && originalSize <= MAX_MEMORY_FILE_BYTES,
  })
  return JSON.stringify(
    Object.values(files).map((content) => {
      const text = new TextDecoder().decode(content)
      return parseJson(text) ?? text
    }),
  )
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    if (FENCE.test(line) || HEADING.test(line)) return []
    const note = line
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replace(BEFORE_NOTE, '')
      .replaceAll(/\*\*|__|`/g, '')
      .trim()
    const parts = note.length <= MAX_NOTE_LENGTH ? [note] : sentencesOf(note)
    return parts.filter(
      (part) =>
        part.length >= MIN_NOTE_LENGTH &&
        part.length <= MAX_NOTE_LENGTH &&
        !TITLE.test(part) &&
        !SECRET.test(part),
    )
  })
}

const sentencesOf = (text: string): readonly string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)].map(({ segment }) =>
    segment.trim(),
  )

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Fields of exports that are no notes. */
const NO_NOTE =
  /(?:^|_)(?:id|uuid|created|updated|date|time|type|status|email|name|title)(?:_|$|at$)|Id$|At$/i
const MAX_DEPTH = 8

/** Returns the texts of JSON, whatever its shape: the formats of the exports are not documented. */
function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return []
  if (Array.isArray(value)) return value.flatMap((entry) => textsIn(entry, depth + 1))
  return Object.entries(value).flatMap(([name, field]) =>
    typeof field === 'string' && NO_NOTE.test(name) ? [] : textsIn(field, depth + 1),
  )
}
