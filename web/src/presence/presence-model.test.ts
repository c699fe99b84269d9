import { describe, expect, it } from 'vitest'
import type { PresenceEvent } from './accents.ts'
import { resolveLook } from './look.ts'
import { PresenceModel } from './presence-model.ts'
import type { PresenceStart } from './presence-start.ts'
import { DEFAULT_PRESENCE_PREFERENCES, PLAIN_PROFILE } from './profile.ts'
import { easeOut } from './values.ts'

const START: PresenceStart = {
  state: 'idle',
  mood: 'calm',
  profile: PLAIN_PROFILE,
  preferences: DEFAULT_PRESENCE_PREFERENCES,
  isLoading: false,
}
const intensityOf = (state: 'idle' | 'speaking') =>
  resolveLook(state, 'calm', PLAIN_PROFILE, DEFAULT_PRESENCE_PREFERENCES).values.intensity

function afterEvent(event: PresenceEvent): PresenceModel {
  const model = new PresenceModel(START)
  model.apply({ type: 'event', event }, 0)
  return model
}

function switched(changes: Partial<typeof DEFAULT_PRESENCE_PREFERENCES>) {
  return { type: 'preferences' as const, preferences: { ...DEFAULT_PRESENCE_PREFERENCES, ...changes } }
}

describe('a change of state', () => {
  it('blends over 800 ms', () => {
    const model = new PresenceModel(START)
    model.apply({ type: 'state', state: 'speaking' }, 1000)
    expect(model.lookAt(1000).values.intensity).toBe(intensityOf('idle'))
    const expected = intensityOf('idle') + (intensityOf('speaking') - intensityOf('idle')) * easeOut(0.5)
    expect(model.lookAt(1400).values.intensity).toBeCloseTo(expected)
    expect(model.isMoving(1799)).toBe(true)
    expect(model.isMoving(1800)).toBe(false)
    expect(model.lookAt(1800).values.intensity).toBeCloseTo(intensityOf('speaking'))
  })

  it('begins from the current look if it interrupts another', () => {
    const model = new PresenceModel(START)
    model.apply({ type: 'state', state: 'speaking' }, 0)
    const halfway = model.lookAt(300)
    model.apply({ type: 'state', state: 'idle' }, 300)
    expect(model.lookAt(300)).toEqual(halfway)
    expect(model.lookAt(1100).values.intensity).toBeCloseTo(intensityOf('idle'))
  })

  it('to the wake word opens one ring', () => {
    const model = new PresenceModel(START)
    model.apply({ type: 'state', state: 'vad-wake' }, 0)
    expect(model.accentsAt(100).ripples).toHaveLength(1)
    model.apply({ type: 'state', state: 'vad-wake' }, 100)
    expect(model.accentsAt(200).ripples).toHaveLength(1)
  })
})

describe('while the whole app loads', () => {
  it('an idle presence connects, and is idle again afterwards', () => {
    const model = new PresenceModel(START)
    model.apply({ type: 'loading', isLoading: true }, 0)
    expect(model.state).toBe('connecting')
    model.apply({ type: 'loading', isLoading: false }, 900)
    expect(model.state).toBe('idle')
    expect(model.lookAt(1700).values.intensity).toBeCloseTo(intensityOf('idle'))
  })

  it('any other state has priority', () => {
    const model = new PresenceModel({ ...START, isLoading: true })
    model.apply({ type: 'state', state: 'speaking' }, 0)
    expect(model.state).toBe('speaking')
  })
})

describe('a change of mood', () => {
  it('blends again over 600 ms', () => {
    const model = new PresenceModel(START)
    model.apply({ type: 'mood', mood: 'excited' }, 0)
    expect(model.isMoving(599)).toBe(true)
    expect(model.isMoving(600)).toBe(false)
    expect(model.lookAt(600)).toEqual(
      resolveLook('idle', 'excited', PLAIN_PROFILE, DEFAULT_PRESENCE_PREFERENCES),
    )
  })

  it('and a reset return to idle and calm', () => {
    const model = new PresenceModel({ ...START, state: 'error', mood: 'excited' })
    model.apply({ type: 'event', event: 'navigation' }, 0)
    model.apply({ type: 'reset' }, 10)
    expect(model.lookAt(2_000)).toEqual(new PresenceModel(START).lookAt(2_000))
    expect(model.accentsAt(20).ripples).toEqual([])
  })
})

describe('an event', () => {
  it('of a chosen theme is a glow of 0.8 for 800 ms, and two ripples of 0.6 for 1200 ms', () => {
    const model = afterEvent('theme-chosen')
    expect(model.accentsAt(0).glow).toBe(0.8)
    expect(model.accentsAt(400).glow).toBeCloseTo(0.4)
    expect(model.accentsAt(800).glow).toBe(0)
    expect(model.accentsAt(800).ripples).toHaveLength(2)
    expect(model.accentsAt(1199).ripples).toHaveLength(2)
    expect(model.accentsAt(1550).ripples).toHaveLength(0)
  })

  it.each([
    ['navigation', 0.5, 800],
    ['sidebar', 0.4, 600],
  ] as const)('%s is one ripple of %d for %d ms', (event, strength, durationMs) => {
    const model = afterEvent(event)
    expect(model.accentsAt(0).ripples).toEqual([{ reach: 0, strength }])
    expect(model.accentsAt(durationMs - 1).ripples).toHaveLength(1)
    expect(model.accentsAt(durationMs).ripples).toHaveLength(0)
  })

  it.each(['warning', 'modal', 'high-contrast'] as const)('%s is a glow of 0.6 for 400 ms', (event) => {
    const model = afterEvent(event)
    expect(model.accentsAt(0).glow).toBe(0.6)
    expect(model.accentsAt(399).glow).toBeGreaterThan(0)
    expect(model.accentsAt(400).glow).toBe(0)
  })

  it('of a success is a pulse of 0.7 for 300 ms', () => {
    const model = afterEvent('success')
    expect(model.accentsAt(150).pulse).toBeCloseTo(0.7)
    expect(model.accentsAt(300).pulse).toBe(0)
  })

  it('of a modal triggers a moving light', () => {
    expect(afterEvent('modal').accentsAt(1).shimmerAt).toBeCloseTo(-1, 1)
  })

  it('of an error is a ripple', () => {
    const model = afterEvent('error')
    expect(model.accentsAt(10).ripples).toHaveLength(1)
  })
})

describe('the preferences', () => {
  it('make it still at once, and the next state’s look is its preset again', () => {
    const model = new PresenceModel({ ...START, state: 'speaking' })
    model.apply(switched({ reducedMotion: true }), 0)
    expect(model.isStill).toBe(true)
    expect(model.lookAt(0).values.intensity).toBeCloseTo(intensityOf('speaking') - 0.5)
    model.apply({ type: 'event', event: 'theme-chosen' }, 0)
    expect(model.accentsAt(1).ripples).toEqual([])
    model.apply({ type: 'state', state: 'idle' }, 10)
    expect(model.lookAt(10).values.intensity).toBeCloseTo(intensityOf('idle'))
  })

  it('do not drift if motion is reduced from the start', () => {
    const model = new PresenceModel({ ...START, preferences: switched({ reducedMotion: true }).preferences })
    expect(model.lookAt(0).values.intensity).toBeCloseTo(intensityOf('idle'))
  })

  it('for more contrast triggers a burst once when enabled', () => {
    const model = new PresenceModel(START)
    model.apply(switched({ highContrast: true }), 0)
    expect(model.accentsAt(0).glow).toBe(0.6)
    model.apply(switched({}), 1000)
    expect(model.accentsAt(1000).glow).toBe(0)
  })

  it('disable the particles', () => {
    const model = new PresenceModel({ ...START, state: 'speaking' })
    model.apply(switched({ enableParticles: false }), 0)
    expect(model.lookAt(600).values.particleActivity).toBe(0)
  })
})
