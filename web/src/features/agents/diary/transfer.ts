import { randomId } from '#lib/random-id.ts'
import { localDayOf, entryFrom, findEntries, tagsOf, type DiaryEntry } from './entry.ts'

const FORMAT = 'vee-diary'
const VERSION = 1

/** Returns all entries with all their data; importing it restores the same diary. */
export function toJson(entries: readonly DiaryEntry[]): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, entries: findEntries(entries, {}) }, null, 2)}\n`
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
export function fromFile(text: string, now: Date): readonly DiaryEntry[] | undefined {
  if (!/^\s*[[{]/.test(text)) return fromMarkdown(text, now)
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('entries' in value)) return undefined
    if (!Array.isArray(value.entries)) return undefined
    return value.entries.map(entryFrom).filter((entry) => entry !== undefined)
  } catch {
    return undefined
  }
}
