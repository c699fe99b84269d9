import type { FastifyBaseLogger } from 'fastify'
import { type Milestone, type StageObserver, timed } from './stages.ts'

const milliseconds = (seconds: number | undefined) =>
  seconds === undefined ? undefined : Math.round(seconds * 1_000)

/**
 * Logs a warning with the timings for each stage whose first result took longer than this number of
 * milliseconds.
 */
export const slowTurns = (log: Pick<FastifyBaseLogger, 'warn'>, slowMs: number): StageObserver =>
  timed((stage, facts, { reachedAt, seconds, outcome }) => {
    const first = reachedAt.get(FIRST[stage]) ?? seconds
    if (first * 1_000 < slowMs || outcome === 'cut') return
    const times = {
      transcriptMs: milliseconds(reachedAt.get('transcript')),
      firstWordMs: milliseconds(reachedAt.get('first-word')),
      firstSoundMs: milliseconds(reachedAt.get('first-sound')),
      totalMs: milliseconds(seconds),
    }
    log.warn({ stage, outcome, ...facts, ...times }, 'slow')
  })

/**
 * The milestone that the user waits for in each stage. A turn without speech has no sound; its whole duration
 * counts.
 */
const FIRST = {
  turn: 'first-sound',
  'typed-turn': 'first-sound',
  stream: 'transcript',
  transcription: 'transcript',
  reply: 'first-word',
  speech: 'first-sound',
} as const satisfies Record<string, Milestone>
