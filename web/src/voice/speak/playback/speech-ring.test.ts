import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SpeechRing } from './speech-ring.ts'

const RATE = 1_000
const FADE = 15

function pull(ring: SpeechRing, length: number) {
  const output = new Float32Array(length).fill(9)
  const played = ring.pull(output)
  return { output: [...output], played }
}

const sound = (length: number) => Float32Array.from({ length }, () => 0.5)

describe('a speech ring', () => {
  it('plays written samples once and in order, for any chunk sizes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ write: fc.nat(2_000), pull: fc.nat(2_000) }), { maxLength: 12 }),
        (turns) => {
          const ring = new SpeechRing(RATE)
          let written = 0
          let played = 0
          for (const turn of turns) {
            ring.write(Float32Array.from({ length: turn.write }, (_, index) => written + index + 1))
            ring.endSentence()
            written += turn.write
            const pulled = pull(ring, turn.pull)
            const before = played
            expect(pulled.played).toBe(Math.min(turn.pull, written - played))
            const isRight = (sample: number, index: number) =>
              sample === (index < pulled.played ? before + index + 1 : 0)
            expect(pulled.output).toHaveLength(turn.pull)
            expect(pulled.output.every(isRight)).toBe(true)
            played += pulled.played
          }
          expect(ring.isEmpty).toBe(played === written)
        },
      ),
    )
  })

  it('falls silent within fifteen milliseconds, without a jump', () => {
    const ring = new SpeechRing(RATE)
    ring.write(new Float32Array(500).fill(1))
    pull(ring, 10)
    ring.flush()
    const { output, played } = pull(ring, 30)
    expect(played).toBe(0)
    expect(output.slice(FADE)).toEqual(Array.from({ length: 30 - FADE }, () => 0))
    const steps = output.slice(0, FADE).map((sample, index) => (output[index - 1] ?? 1) - sample)
    expect(Math.max(...steps)).toBeLessThan(0.1)
    expect(ring.isEmpty).toBe(true)
  })

  it('plays the next speech directly after an interrupted one', () => {
    const ring = new SpeechRing(RATE)
    ring.write(new Float32Array(500).fill(1))
    ring.flush()
    ring.write(Float32Array.of(5, 6))
    ring.endSentence()
    expect(pull(ring, FADE + 3)).toMatchObject({ played: 2, output: expect.arrayContaining([5, 6]) })
  })
})

describe('a paused speech ring', () => {
  it('falls silent and resumes from the same sample', () => {
    const ring = new SpeechRing(RATE)
    ring.write(Float32Array.from({ length: 100 }, () => 0.5))
    expect(pull(ring, 20).played).toBe(20)
    ring.setPaused(true)
    const paused = pull(ring, 40)
    expect(paused.played).toBe(0)
    expect(paused.output.slice(0, FADE).every((sample) => sample > 0)).toBe(true)
    expect(paused.output.slice(FADE).every((sample) => sample === 0)).toBe(true)
    ring.setPaused(false)
    const goesOn = pull(ring, 100)
    expect(goesOn.played).toBe(80)
    expect(goesOn.output[0]).toBe(0)
    expect(goesOn.output[FADE]).toBe(0.5)
  })

  it('buffers what is written meanwhile, and discards all of it when it is silenced', () => {
    const ring = new SpeechRing(RATE)
    ring.setPaused(true)
    ring.write(Float32Array.from({ length: 10 }, () => 0.5))
    expect(pull(ring, 10).played).toBe(0)
    ring.flush()
    expect(ring.isEmpty).toBe(true)
    ring.write(Float32Array.from({ length: 10 }, () => 0.5))
    expect(pull(ring, 10).played).toBe(10)
  })
})

describe('a speech ring whose audio arrives too slowly', () => {
  const CUSHION = 60

  it('pauses once to buffer, and not for each segment', () => {
    const ring = new SpeechRing(RATE)
    ring.write(sound(20))
    expect(pull(ring, 40).played).toBe(20)
    ring.write(sound(CUSHION - 1))
    expect(pull(ring, 10).played).toBe(0)
    ring.write(sound(1))
    expect(pull(ring, 10).played).toBe(10)
  })

  it('ends softly and rises again', () => {
    const ring = new SpeechRing(RATE)
    ring.write(sound(20))
    expect(pull(ring, 40).output[19]).toBe(0)
    ring.write(sound(CUSHION))
    const { output } = pull(ring, CUSHION)
    expect(output[0]).toBe(0)
    expect(output[FADE]).toBe(0.5)
  })

  it('waits for twice as much when that was not enough, and for less with each speech after it', () => {
    const ring = new SpeechRing(RATE)
    const dries = (cushion: number) => {
      ring.write(sound(cushion))
      expect(pull(ring, cushion + 1).played).toBe(cushion)
    }
    dries(10)
    dries(CUSHION)
    ring.write(sound(2 * CUSHION - 1))
    expect(pull(ring, 10).played).toBe(0)
    ring.flush()
    pull(ring, FADE)
    // It starts with half the previous cushion, and finally with none.
    ring.write(sound(CUSHION - 1))
    expect(pull(ring, 10).played).toBe(0)
    ring.flush()
    pull(ring, FADE)
    ring.write(sound(1))
    expect(pull(ring, 1).played).toBe(1)
  })

  it('plays the end of a sentence of any length', () => {
    const ring = new SpeechRing(RATE)
    ring.write(sound(20))
    pull(ring, 40)
    ring.write(sound(5))
    ring.endSentence()
    expect(pull(ring, 10).played).toBe(5)
    // The pause before the next sentence is no buffer underrun.
    expect(pull(ring, 10).played).toBe(0)
    ring.write(sound(CUSHION))
    expect(pull(ring, 10).played).toBe(10)
  })
})
