import { randomId } from '#lib/random-id.ts'
import {
  localDayOf,
  entryFrom,
  findEntries,
  MAX_PICTURES,
  tagsOf,
  type DiaryEntry,
  type DiaryPicture,
} from './entry.ts'
import { dataUrlOf, imageFrom } from './pictures.ts'

const FORMAT = 'vee-diary'
const VERSION = 1

/** An entry of a file, with its pictures. */
export interface ImportedEntry {
  readonly entry: DiaryEntry
  readonly images: readonly { readonly name: string; readonly image: Blob }[]
}

/**
 * Returns all entries with all their data; importing it restores the same diary. Pictures are data URLs; `readPicture` resolves
 * with undefined for a missing one, which is left out.
 */
export async function toJson(
  entries: readonly DiaryEntry[],
  readPicture: (picture: DiaryPicture) => Promise<Blob | undefined>,
): Promise<string> {
  const exported: object[] = []
  for (const { pictures = [], ...entry } of findEntries(entries, {})) {
    const images: object[] = []
    for (const picture of pictures) {
      const image = await readPicture(picture)
      if (image) images.push({ name: picture.name, data: await dataUrlOf(image) })
    }
    exported.push({ ...entry, ...(images.length > 0 && { pictures: images }) })
  }
  return `${JSON.stringify({ format: FORMAT, version: VERSION, entries: exported }, null, 2)}\n`
}

/** Returns a readable export: a heading per entry, newest first. Importing it restores the same texts. */
export function toMarkdown(entries: readonly DiaryEntry[]): string {
  return findEntries(entries, {})
    .map(({ day, text, tags, mood }) => {
      const facts = [mood === '' ? '' : `mood: ${mood}`, tags.length === 0 ? '' : `tags: ${tags.join(', ')}`]
      const line = facts.filter(Boolean).join(' · ')
      return `# ${day}\n\n${line === '' ? '' : `_${line}_\n\n`}${text.trim()}\n`
    })
    .join('\n')
}

const HEADING = /^# (\d{4}-\d{2}-\d{2})[^\n]*$/gm

function fromMarkdown(text: string, now: Date): readonly DiaryEntry[] {
  const heads = [...text.matchAll(HEADING)]
  const parts = heads.map((head, index) => ({
    day: head[1] ?? localDayOf(now),
    body: text.slice(head.index + head[0].length, heads[index + 1]?.index).trim(),
  }))
  const all = parts.length > 0 ? parts : [{ day: localDayOf(now), body: text.trim() }]
  return all.flatMap(({ day, body }) => {
    const facts = /^_((?:mood|tags): [^\n]*)_\n+/.exec(body)
    const fact = (name: string) => new RegExp(`${name}: ([^·]*)`).exec(facts?.[1] ?? '')?.[1]?.trim()
    const entry = entryFrom({
      id: randomId(),
      day,
      text: facts ? body.slice(facts[0].length) : body,
      tags: tagsOf(fact('tags')),
      mood: fact('mood'),
      createdAt: now.toISOString(),
    })
    return entry && entry.text !== '' ? [entry] : []
  })
}

/** Parses the entries of an exported file, or of any Markdown or plain text; undefined for other JSON. */
export function fromFile(text: string, now: Date): readonly ImportedEntry[] | undefined {
  if (!/^\s*[[{]/.test(text)) return fromMarkdown(text, now).map((entry) => ({ entry, images: [] }))
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('entries' in value)) return undefined
    if (!Array.isArray(value.entries)) return undefined
    return value.entries.flatMap(importedFrom)
  } catch {
    return undefined
  }
}

function importedFrom(value: unknown): readonly ImportedEntry[] {
  const entry = entryFrom(value)
  if (!entry) return []
  const { pictures } = Object(value) as { readonly pictures?: unknown }
  const images = (Array.isArray(pictures) ? pictures : []).slice(0, MAX_PICTURES).flatMap((each: unknown) => {
    const { name, data } = Object(each) as { readonly name?: unknown; readonly data?: unknown }
    const image = imageFrom(data)
    return image && typeof name === 'string' ? [{ name, image }] : []
  })
  const { pictures: _, ...words } = entry
  return [{ entry: words, images }]
}
