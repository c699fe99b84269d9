import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterMotionSwitch, blendLooks, resolveLook, type Look } from './look.ts'
import { MOOD_OFFSETS } from './mood-offsets.ts'
import { MOODS } from './moods.ts'
import { DEFAULT_PRESENCE_PREFERENCES, PLAIN_PROFILE, type PresenceProfile } from './profile.ts'
import { STATE_PRESETS } from './state-presets.ts'
import { APP_STATES } from './states.ts'
import { VISUAL_VALUES } from './values.ts'

const EFFECTS = ['glow', 'pulse', 'ripple', 'wave', 'shimmer', 'neural', 'particle']

const states = fc.constantFrom(...APP_STATES)
const moods = fc.constantFrom(...MOODS)
const profiles: fc.Arbitrary<PresenceProfile> = fc.record({
  energy: fc.constantFrom('feminine', 'masculine', 'neutral', 'agnostic'),
  preferredStates: fc.subarray([...APP_STATES]),
  moodMultipliers: fc.dictionary(moods, fc.double({ min: 0, max: 3, noNaN: true })),
  effectIntensity: fc.double({ min: 0, max: 1, noNaN: true }),
  particleMultiplier: fc.double({ min: 0, max: 3, noNaN: true }),
  moodOnChoice: moods,
})
const preferences = fc.record({
  reducedMotion: fc.boolean(),
  highContrast: fc.boolean(),
  enableParticles: fc.boolean(),
  enableNeuralEffects: fc.boolean(),
})
const looks = fc
  .tuple(states, moods, profiles, preferences)
  .map(([state, mood, profile, wishes]) => resolveLook(state, mood, profile, wishes))

function valuesOf(look: Look): number[] {
  return VISUAL_VALUES.map((value) => look.values[value])
}

function plain(state: (typeof APP_STATES)[number], mood: (typeof MOODS)[number] = 'calm') {
  return resolveLook(state, mood, PLAIN_PROFILE, DEFAULT_PRESENCE_PREFERENCES)
}

describe('the tables', () => {
  it('have eleven states with effects from the list', () => {
    expect(APP_STATES).toHaveLength(11)
    for (const state of APP_STATES) {
      const { effects, values } = STATE_PRESETS[state]
      expect(effects.length, state).toBeGreaterThan(0)
      expect(EFFECTS, state).toEqual(expect.arrayContaining([...effects]))
      for (const value of Object.values(values)) expect(value).toBeGreaterThanOrEqual(0)
      for (const value of Object.values(values)) expect(value).toBeLessThanOrEqual(1)
    }
  })

  it('contain eight moods, each with an effect', () => {
    expect(MOODS).toHaveLength(8)
    for (const mood of MOODS)
      expect(Object.values(MOOD_OFFSETS[mood]).some((offset) => offset !== 0)).toBe(true)
  })

  it('make listening and speaking livelier than idle', () => {
    const idle = STATE_PRESETS.idle.values
    for (const state of ['listening', 'speaking'] as const) {
      expect(STATE_PRESETS[state].values.intensity).toBeGreaterThan(idle.intensity)
      expect(STATE_PRESETS[state].values.pulseRate).toBeGreaterThan(idle.pulseRate)
    }
  })
})

describe('a look', () => {
  it('keeps every value in 0..1, for every state, mood, theme and preference', () => {
    fc.assert(
      fc.property(looks, (look) => {
        for (const value of valuesOf(look)) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('stays in 0..1 during a blend, and has the right start and end', () => {
    fc.assert(
      fc.property(looks, looks, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, progress) => {
        for (const value of valuesOf(blendLooks(from, to, progress))) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
        expect(blendLooks(from, to, 0)).toEqual(from)
        for (const [index, value] of valuesOf(blendLooks(from, to, 1)).entries()) {
          expect(value).toBeCloseTo(valuesOf(to)[index] ?? Number.NaN)
        }
      }),
    )
  })

  it('eases out: most of the change is in the first half', () => {
    const half = blendLooks(plain('idle'), plain('speaking'), 0.5)
    expect(half.values.intensity).toBeCloseTo(0.3 + 0.5 * 0.875)
  })

  it('is slightly more intense in a state that the theme prefers', () => {
    const profile = { ...PLAIN_PROFILE, preferredStates: ['listening' as const] }
    const preferred = resolveLook('listening', 'calm', profile, DEFAULT_PRESENCE_PREFERENCES)
    expect(preferred.values.intensity - plain('listening').values.intensity).toBeCloseTo(0.1)
  })

  it("depends on the theme's energy at rest only", () => {
    const energies = ['feminine', 'masculine', 'neutral', 'agnostic'] as const
    const looks = (state: 'idle' | 'speaking') =>
      energies.map((energy) =>
        JSON.stringify(
          resolveLook(state, 'calm', { ...PLAIN_PROFILE, energy }, DEFAULT_PRESENCE_PREFERENCES),
        ),
      )
    expect(new Set(looks('idle')).size).toBe(4)
    expect(new Set(looks('speaking')).size).toBe(1)
  })

  it('applies a mood as strongly as the theme does', () => {
    const profile = { ...PLAIN_PROFILE, moodMultipliers: { warm: 2 } }
    const base = STATE_PRESETS.idle.values.warmth
    expect(plain('idle', 'warm').values.warmth).toBeCloseTo(base + 0.2)
    expect(resolveLook('idle', 'warm', profile, DEFAULT_PRESENCE_PREFERENCES).values.warmth).toBeCloseTo(
      base + 0.4,
    )
  })

  it('has no particle and no neural activity if they are disabled', () => {
    const wishes = { ...DEFAULT_PRESENCE_PREFERENCES, enableParticles: false, enableNeuralEffects: false }
    const { values } = resolveLook('processing', 'excited', PLAIN_PROFILE, wishes)
    expect(values.particleActivity).toBe(0)
    expect(values.neuralActivity).toBe(0)
    expect(values.intensity).toBeGreaterThan(0)
  })

  it("multiplies particles by the theme's factor", () => {
    const profile = { ...PLAIN_PROFILE, particleMultiplier: 0.5 }
    const half = resolveLook('speaking', 'calm', profile, DEFAULT_PRESENCE_PREFERENCES)
    expect(half.values.particleActivity).toBeCloseTo(plain('speaking').values.particleActivity / 2)
  })

  it('loses 0.5 of intensity and pulse when motion is reduced and gains 0.3 when it is not, within 0..1', () => {
    const speaking = plain('speaking')
    const reduced = afterMotionSwitch(speaking, true)
    expect(reduced.values.intensity).toBeCloseTo(0.3)
    expect(reduced.values.pulseRate).toBe(0)
    const restored = afterMotionSwitch(reduced, false)
    expect(restored.values.intensity).toBeCloseTo(0.6)
    expect(restored.values.pulseRate).toBeCloseTo(0.3)
    expect(restored.values.warmth).toBe(speaking.values.warmth)
  })
})
