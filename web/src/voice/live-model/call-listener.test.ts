import { createEnergyDetector } from '@vee/contract/audio/energy-detector'
import { describe, expect, it } from 'vitest'
import { createCallListener } from './call-listener.ts'
import { frameOf, syllables } from './frames.fixture.ts'

const AMPLITUDE = 0x8000
function listen({ usesHeadphones = false } = {}) {
  const detector = createEnergyDetector({ sensitivityDb: -50, hasOneSpeaker: true })
  const listener = createCallListener(detector, () => usesHeadphones)
  const changes: string[] = []
  return {
    changes,
    /** Returns the level of what the model hears of the last 40 ms. */
    hear: (ms: number, level: (index: number) => number, played?: (index: number) => number): number => {
      let heard = 0
      for (let index = 0; index < ms / 10; index += 1) {
        const { audio, change } = listener.push(frameOf(level(index)), played?.(index))
        if (change) changes.push(`${change.type}${change.isLouderThanEcho ? ' over echo' : ''}`)
        if (audio) heard = Math.sqrt(audio.reduce((sum, sample) => sum + sample * sample, 0) / audio.length)
      }
      return heard / AMPLITUDE
    },
  }
}

const QUIET = () => 0.001

it('passes on what is said while the model is silent, and reports where it began and ended', () => {
  const { hear, changes } = listen()
  hear(500, QUIET)
  expect(hear(1_000, syllables(0.1))).toBeGreaterThan(0.01)
  hear(1_000, QUIET)
  expect(changes).toEqual(['began', 'ended'])
})

describe('while the model speaks', () => {
  it('over loudspeakers, the model hears silence instead of itself', () => {
    const { hear, changes } = listen()
    hear(500, QUIET)
    expect(hear(3_000, syllables(0.05), syllables(0.7))).toBe(0)
    expect(changes).toEqual([])
    // The room's echo lasts longer than the voice.
    expect(hear(200, () => 0.02)).toBe(0)
    expect(hear(800, () => 0.002)).toBeGreaterThan(0)
  })

  it('over loudspeakers, it hears speech that is louder than the echo', () => {
    const { hear, changes } = listen()
    hear(500, QUIET)
    hear(3_000, syllables(0.01), syllables(0.7))
    expect(hear(800, () => 0.3, syllables(0.7))).toBeGreaterThan(0.2)
    expect(changes).toEqual(['began over echo'])
  })

  it('with headphones, it hears everything', () => {
    const { hear, changes } = listen({ usesHeadphones: true })
    hear(500, QUIET)
    expect(hear(800, syllables(0.1), syllables(0.7))).toBeGreaterThan(0.01)
    expect(changes).toEqual(['began'])
  })
})
