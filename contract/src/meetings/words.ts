// Types only from the entities: the web client carries no zod.
import type { Locale } from '../entities/locale.ts'
import words from './words.json' with { type: 'json' }

/** The words that a written meeting has of its own. */
export type MeetingWords = (typeof words)['en']

export const MEETING_WORDS: Readonly<Record<Locale, MeetingWords>> = words
