// Types only from the entities: the web client does not include zod.
import type { Locale } from '../entities/locale.ts'
import words from './words.json' with { type: 'json' }

/** The translated labels of an exported meeting. */
export type MeetingWords = (typeof words)['en']

export const MEETING_WORDS: Readonly<Record<Locale, MeetingWords>> = words
