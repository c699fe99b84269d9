import { describe, expect, it } from 'vitest'
import type { VisualVariables } from './initial-visuals.ts'
import type { Painter, Picture, PresenceCanvas } from './paint/painter.ts'
import type { PresenceStart } from './presence-start.ts'
import { DEFAULT_PRESENCE_PREFERENCES, PLAIN_PROFILE } from './profile.ts'
import { PresenceScene, type StageSize } from './scene.ts'

const START: PresenceStart = {
  state: 'idle',
  mood: 'calm',
  profile: PLAIN_PROFILE,
  preferences: DEFAULT_PRESENCE_PREFERENCES,
  isLoading: false,
}
const STAGE: StageSize = { width: 390, height: 318, waterLine: 130, room: 55, pixelRatio: 3 }
const PALETTE = {
  strand: [1, 1, 1],
  film: [1, 1, 1],
  glint: [1, 1, 1],
  deep: [0, 0, 0],
  ink: false,
  wash: 0.1,
  cell: 0,
} as const

/** Frames controlled by the test: `tick` draws the next one. */
function fakeClock() {
  let nowMs = 0
  let waiting: ((timeMs: number) => void) | undefined
  let dueMs = 0
  return {
    requestFrame: (draw: (timeMs: number) => void, afterMs: number) => {
      waiting = draw
      dueMs = nowMs + afterMs
      return () => {
        if (waiting === draw) waiting = undefined
      }
    },
    now: () => nowMs,
    isRunning: () => waiting !== undefined,
    tick: (frameMs = 16) => {
      nowMs += frameMs
      if (nowMs < dueMs) return
      const draw = waiting
      waiting = undefined
      draw?.(nowMs)
    },
  }
}

function openScene(start: Partial<PresenceStart> = {}, kind: Painter['kind'] = 'webgl2') {
  const pictures: Picture[] = []
  const painter: Painter = { kind, paint: (picture) => pictures.push(picture) }
  const canvas = { width: 1, height: 1 } as PresenceCanvas
  const clock = fakeClock()
  const gaveUp: true[] = []
  const variables: VisualVariables[] = []
  const scene = new PresenceScene(canvas, painter, { ...START, ...start }, clock, {
    onTooDear: () => gaveUp.push(true),
    onVariables: (given) => variables.push(given),
  })
  scene.apply({ type: 'palette', palette: PALETTE })
  scene.apply({ type: 'stage', stage: STAGE })
  return { scene, pictures, canvas, clock, gaveUp, variables }
}

describe('a scene', () => {
  it('draws every second frame without a GPU', () => {
    const { pictures, clock } = openScene({ state: 'speaking' }, '2d')
    for (let frame = 0; frame < 10; frame++) clock.tick()
    expect(pictures).toHaveLength(5)
  })

  it('pauses for a moment there on command', () => {
    const { scene, pictures, clock } = openScene({ state: 'listening' }, '2d')
    for (let frame = 0; frame < 4; frame++) clock.tick()
    scene.apply({ type: 'rest' })
    for (let frame = 0; frame < 3; frame++) clock.tick()
    expect(pictures).toHaveLength(2)
    for (let frame = 0; frame < 3; frame++) clock.tick()
    expect(pictures).toHaveLength(4)
  })

  it('pauses there too when an utterance is sent', () => {
    const { scene, pictures, clock } = openScene({ state: 'listening' }, '2d')
    for (let frame = 0; frame < 3; frame++) clock.tick()
    expect(pictures).toHaveLength(1)
    scene.apply({ type: 'state', state: 'thinking' })
    clock.tick()
    expect(pictures).toHaveLength(1)
    for (let frame = 0; frame < 4; frame++) clock.tick()
    expect(pictures).toHaveLength(2)
  })

  it('pauses between pictures there at rest, and resumes at once on a command', () => {
    const { scene, pictures, canvas, clock } = openScene({}, '2d')
    for (let frame = 0; frame < 106; frame++) clock.tick()
    expect(pictures).toHaveLength(3)
    expect(canvas.width).toBe(293)
    scene.apply({ type: 'state', state: 'listening' })
    for (let frame = 0; frame < 4; frame++) clock.tick()
    expect(pictures).toHaveLength(5)
  })

  it.each(['2d', 'webgl2'] as const)(
    'stops at rest after 30 s without input, and resumes with it: %s',
    (kind) => {
      const { scene, pictures, clock } = openScene({}, kind)
      for (let second = 0; second < 20; second++) clock.tick(1000)
      scene.apply({ type: 'input' })
      for (let second = 0; second < 30; second++) clock.tick(1000)
      expect(clock.isRunning()).toBe(true)
      clock.tick(1000)
      expect(clock.isRunning()).toBe(false)
      const before = pictures.length
      scene.apply({ type: 'input' })
      for (let frame = 0; frame < 46; frame++) clock.tick()
      expect(pictures.length).toBeGreaterThan(before)
    },
  )

  it('that has stopped resumes with sound or a new state, and continues during activity', () => {
    const { scene, clock } = openScene()
    const fallAsleep = () => {
      for (let second = 0; second < 40; second++) clock.tick(1000)
    }
    fallAsleep()
    scene.apply({ type: 'levels', microphone: 0, playback: 0 })
    expect(clock.isRunning()).toBe(false)
    scene.apply({ type: 'levels', microphone: 0.5, playback: 0 })
    expect(clock.isRunning()).toBe(true)
    scene.apply({ type: 'levels', microphone: 0, playback: 0 })
    fallAsleep()
    expect(clock.isRunning()).toBe(false)
    scene.apply({ type: 'state', state: 'listening' })
    fallAsleep()
    expect(clock.isRunning()).toBe(true)
  })

  it('with a GPU never stops', () => {
    const { scene, pictures, clock } = openScene({ state: 'listening' })
    scene.apply({ type: 'rest' })
    for (let frame = 0; frame < 3; frame++) clock.tick()
    expect(pictures).toHaveLength(3)
  })

  it('draws every fourth frame there with fewer pixels until the reply is spoken', () => {
    const { scene, pictures, canvas, clock } = openScene({ state: 'thinking' }, '2d')
    for (let frame = 0; frame < 12; frame++) clock.tick()
    expect(pictures).toHaveLength(3)
    expect(canvas.width).toBe(293)
    scene.apply({ type: 'state', state: 'speaking' })
    for (let frame = 0; frame < 12; frame++) clock.tick()
    expect(pictures).toHaveLength(9)
    expect(canvas.width).toBe(585)
  })

  it('draws every frame, and nothing while it is not visible', () => {
    const { scene, pictures, clock } = openScene({ state: 'speaking' })
    clock.tick()
    clock.tick()
    expect(pictures).toHaveLength(2)
    scene.apply({ type: 'visible', isVisible: false })
    expect(clock.isRunning()).toBe(false)
    scene.apply({ type: 'state', state: 'listening' })
    expect(clock.isRunning()).toBe(false)
    scene.apply({ type: 'visible', isVisible: true })
    clock.tick()
    expect(pictures).toHaveLength(3)
  })

  it('draws every second frame at rest', () => {
    const { pictures, clock } = openScene()
    for (let frame = 0; frame < 10; frame++) clock.tick()
    expect(pictures).toHaveLength(5)
  })

  it('is one still picture per state with reduced motion', () => {
    const preferences = { ...DEFAULT_PRESENCE_PREFERENCES, reducedMotion: true }
    const { scene, pictures, clock } = openScene({ preferences })
    expect(clock.isRunning()).toBe(false)
    const before = pictures.length
    expect(before).toBeGreaterThan(0)
    scene.apply({ type: 'levels', microphone: 1, playback: 1 })
    expect(pictures).toHaveLength(before)
    scene.apply({ type: 'state', state: 'speaking' })
    expect(pictures).toHaveLength(before + 1)
    expect(pictures.at(-1)?.seconds).toBe(pictures[0]?.seconds)
  })

  it('does not jump after a period without frames', () => {
    const { pictures, clock } = openScene({ state: 'speaking' })
    clock.tick()
    clock.tick(60_000)
    const [first, second] = pictures
    expect((second?.seconds ?? 0) - (first?.seconds ?? 0)).toBeCloseTo(0.1)
  })

  it('reports its CSS variables at the start and for every new look', () => {
    const { scene, variables } = openScene()
    expect(variables.at(-1)).toMatchObject({ '--visual-glow-radius': '10.0px' })
    scene.apply({ type: 'event', event: 'success' })
    expect(variables).toHaveLength(1)
    scene.apply({ type: 'state', state: 'speaking' })
    expect(variables).toHaveLength(2)
    expect(variables.at(-1)).not.toEqual(variables[0])
  })

  it('limits the pixels and lowers them when frames are late, until it gives up', () => {
    const { canvas, clock, gaveUp } = openScene({ state: 'speaking' })
    clock.tick()
    expect(canvas.width).toBe(390 * 1.5)
    for (let frame = 0; frame < 40; frame++) clock.tick(50)
    expect(canvas.width).toBe(439)
    expect(gaveUp).toHaveLength(0)
    for (let frame = 0; frame < 200; frame++) clock.tick(80)
    expect(gaveUp.length).toBeGreaterThan(0)
  })

  it('stops permanently when it is disposed', () => {
    const { scene, clock } = openScene()
    scene.dispose()
    expect(clock.isRunning()).toBe(false)
  })
})
