import { foldForSearch } from '@vee/contract/text/search-fold'
/** The mood of a day; `''` if not given. */
export const DIARY_MOODS = ['good', 'calm', 'mixed', 'low', 'tense'] as const
export type DiaryMood = (typeof DIARY_MOODS)[number]

/** A picture of an entry. Its bytes are stored apart, encrypted with a key that only the entry contains. */
export interface DiaryPicture {
  readonly id: string
  readonly name: string
  /** of AES-256, base64 */
  readonly key: string
}

export const MAX_PICTURES = 10

/** An entry of the diary. */
export interface DiaryEntry {
  readonly id: string
  /** the day it is about, YYYY-MM-DD in the writer's time zone */
  readonly day: string
  /** Markdown; its first line is the title */
  readonly text: string
  readonly tags: readonly string[]
  readonly mood: DiaryMood | ''
  /** absent: none */
  readonly pictures?: readonly DiaryPicture[]
  /** ISO 8601 */
  readonly createdAt: string
  readonly changedAt: string
}

const MAX_TITLE_LENGTH = 80
const MAX_TAGS = 12
const MAX_TAG_LENGTH = 40

const DAY = /^\d{4}-\d{2}-\d{2}$/

const two = (number: number) => String(number).padStart(2, '0')

/** Returns the day of a time in this browser's time zone, YYYY-MM-DD. */
export function localDayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/**
 * Returns noon of a day in this browser's time zone, for display: no change of clocks moves it to another
 * day.
 */
export function dateOf(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

/** Returns the first line with text, without Markdown's marks, else the name of the first picture; empty if there is none. */
export function titleOf({ text, pictures = [] }: Pick<DiaryEntry, 'text' | 'pictures'>): string {
  const line = text.split('\n').find((each) => /[\p{L}\p{N}]/u.test(each)) ?? pictures[0]?.name ?? ''
  const words = line.replaceAll(/^[\s#>*+-]+|[*_`]+/gu, '').trim()
  return words.length > MAX_TITLE_LENGTH ? `${words.slice(0, MAX_TITLE_LENGTH - 1).trimEnd()}…` : words
}

/** Returns distinct tags (case-insensitive) from a list, or from comma-separated text. */
export function tagsOf(value: unknown): readonly string[] {
  const words = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,，、;\n]/) : []
  const tags = new Map<string, string>()
  for (const word of words) {
    const tag = typeof word === 'string' ? word.trim().replace(/^#/, '').slice(0, MAX_TAG_LENGTH) : ''
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  return [...tags.values()].slice(0, MAX_TAGS)
}

const isMood = (value: unknown): value is DiaryMood => DIARY_MOODS.some((mood) => mood === value)
const isTime = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))

function picturesFrom(value: unknown): readonly DiaryPicture[] {
  if (!Array.isArray(value)) return []
  return value
    .flatMap((each: unknown): DiaryPicture[] => {
      const { id, name, key } = Object(each) as Record<string, unknown>
      return typeof id === 'string' && typeof name === 'string' && typeof key === 'string'
        ? [{ id, name, key }]
        : []
    })
    .slice(0, MAX_PICTURES)
}

/** Parses a stored or imported entry; undefined if it is invalid. */
export function entryFrom(value: unknown): DiaryEntry | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, day, text, tags, mood, pictures, createdAt, changedAt } = value as Record<string, unknown>
  if (typeof id !== 'string' || id === '' || id.length > 100 || typeof text !== 'string') return undefined
  if (typeof day !== 'string' || !DAY.test(day)) return undefined
  const shown = picturesFrom(pictures)
  const createdTime = isTime(createdAt) ? createdAt : dateOf(day).toISOString()
  return {
    id,
    day,
    text,
    tags: tagsOf(tags),
    mood: isMood(mood) ? mood : '',
    ...(shown.length > 0 && { pictures: shown }),
    createdAt: createdTime,
    changedAt: isTime(changedAt) ? changedAt : createdTime,
  }
}

/**
 * Returns matching entries, newest first. Every search term must occur in text or tags, ignoring case and
 * accents.
 */
export function findEntries(
  entries: readonly DiaryEntry[],
  {
    words = '',
    day = '',
    tag = '',
  }: { readonly words?: string; readonly day?: string; readonly tag?: string },
): readonly DiaryEntry[] {
  const wanted = foldForSearch(words).split(/\s+/).filter(Boolean)
  return entries
    .filter((entry) => {
      if (day !== '' && entry.day !== day) return false
      if (tag !== '' && !entry.tags.includes(tag)) return false
      const text = foldForSearch(`${entry.text} ${entry.tags.join(' ')}`)
      return wanted.every((word) => text.includes(word))
    })
    .toSorted((a, b) => b.day.localeCompare(a.day) || b.createdAt.localeCompare(a.createdAt))
}
