import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_ACCENTS } from './accents.ts'
import {
  amplitudeOf,
  columnPart,
  COLUMNS,
  computeField,
  createField,
  LIGHT,
  MASK,
  SOUND,
  STRANDS,
  strandHeight,
  type Moment,
} from './geometry.ts'
import { stillLevel } from './level-history.ts'
import { resolveLook } from './look.ts'
import { DEFAULT_PRESENCE_PREFERENCES, PLAIN_PROFILE } from './profile.ts'
import { MOODS } from './moods.ts'
import { APP_STATES, type AppState } from './states.ts'

const STAGE = { width: 1440, height: 340, room: 60 }

function moment(state: AppState, changes: Partial<Moment> = {}): Moment {
  const look = resolveLook(state, 'calm', PLAIN_PROFILE, DEFAULT_PRESENCE_PREFERENCES)
  return { seconds: 11.3, look, accents: NO_ACCENTS, level: () => 0, ...changes }
}

function fieldOf(state: AppState, changes: Partial<Moment> = {}): Float32Array {
  const field = createField()
  computeField(field, STAGE, moment(state, changes))
  return field
}

const MIDDLE = COLUMNS / 2

function meanHeight(field: Float32Array, column: number): number {
  let sum = 0
  for (let strand = 0; strand < STRANDS; strand++) sum += strandHeight(field, strand, column)
  return sum / STRANDS
}

function spread(field: Float32Array, column: number): number {
  const heights = Array.from({ length: STRANDS }, (_, strand) => strandHeight(field, strand, column))
  return Math.max(...heights) - Math.min(...heights)
}

/** Returns the level of a syllable spoken that many seconds ago. */
function justNow(secondsAgo: number): number {
  return secondsAgo < 0.1 ? 1 : 0
}

describe('the membrane', () => {
  it('never exceeds its room, for any input', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...APP_STATES),
        fc.constantFrom(...MOODS),
        fc.double({ min: 0, max: 10_000, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 20, max: 200 }),
        (state, mood, seconds, loudness, room) => {
          const field = createField()
          const stage = { width: 390, height: 318, room }
          const accents = {
            ripples: [{ reach: 0.5, strength: 1 }],
            glow: 1,
            pulse: 1,
            shimmerAt: 0,
          }
          const look = resolveLook(state, mood, PLAIN_PROFILE, DEFAULT_PRESENCE_PREFERENCES)
          computeField(field, stage, { seconds, look, accents, level: () => loudness })
          expect(amplitudeOf(stage)).toBeLessThanOrEqual(room)
          for (let column = 0; column < COLUMNS; column++) {
            for (let strand = 0; strand < STRANDS; strand++) {
              expect(Math.abs(strandHeight(field, strand, column))).toBeLessThanOrEqual(room + 1e-3)
            }
            expect(columnPart(field, MASK, column)).toBeLessThanOrEqual(1)
            expect(columnPart(field, SOUND, column)).toBeLessThanOrEqual(1)
            expect(columnPart(field, LIGHT, column)).toBeGreaterThanOrEqual(0)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('is flat and finite while its stage has no size yet', () => {
    for (const state of APP_STATES) {
      for (const stage of [
        { ...STAGE, room: 0 },
        { ...STAGE, room: -8 },
      ]) {
        const field = createField()
        computeField(field, stage, moment(state, { level: stillLevel(0.6) }))
        expect(amplitudeOf(stage)).toBe(0)
        expect(
          [...field].every((value) => Number.isFinite(value)),
          state,
        ).toBe(true)
      }
    }
  })

  it('hangs down for listening and arches for speaking (up is negative)', () => {
    expect(meanHeight(fieldOf('listening'), MIDDLE)).toBeGreaterThan(10)
    expect(meanHeight(fieldOf('speaking'), MIDDLE)).toBeLessThan(-10)
    expect(Math.abs(meanHeight(fieldOf('idle'), MIDDLE))).toBeLessThan(5)
  })

  it('is flat at both ends', () => {
    for (const state of APP_STATES) {
      const field = fieldOf(state)
      expect(spread(field, 0), state).toBeLessThan(1)
      expect(spread(field, COLUMNS - 1), state).toBeLessThan(1)
    }
  })

  it('gathers for thinking: its light is in the middle', () => {
    const field = fieldOf('thinking')
    expect(columnPart(field, LIGHT, MIDDLE)).toBeGreaterThan(4 * columnPart(field, LIGHT, 20))
  })

  it('breaks into dashes while connecting and in the middle on an error', () => {
    const masks = Array.from({ length: COLUMNS }, (_, column) =>
      columnPart(fieldOf('connecting'), MASK, column),
    )
    expect(Math.min(...masks)).toBeLessThan(0.2)
    expect(Math.max(...masks)).toBeGreaterThan(0.9)
    const broken = fieldOf('error')
    expect(columnPart(broken, MASK, MIDDLE)).toBeLessThan(0.1)
    expect(columnPart(broken, MASK, 30)).toBe(1)
  })

  it('moves a syllable outward during speech and inward while listening', () => {
    const speaking = fieldOf('speaking', { level: justNow })
    expect(columnPart(speaking, SOUND, MIDDLE)).toBeGreaterThan(columnPart(speaking, SOUND, 40))
    const listening = fieldOf('listening', { level: justNow })
    expect(columnPart(listening, SOUND, MIDDLE)).toBeLessThan(columnPart(listening, SOUND, 20))
  })

  it('has a different shape in every state, so that still pictures can be distinguished', () => {
    const pictures = APP_STATES.map((state) => [...fieldOf(state)].map((value) => Math.round(value)).join())
    expect(new Set(pictures).size).toBe(APP_STATES.length)
  })
})
