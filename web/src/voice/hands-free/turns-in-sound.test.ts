import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CAPTURE_SAMPLE_RATE, FRAME_MS, FRAME_SAMPLES } from '../capture/frames.ts'
import { createEnergyDetector } from '@vee/contract/audio/energy-detector'
import { dueAt, handsFreeTransition } from './hands-free-machine.ts'
import type { HandsFreeEvent, HandsFreeState } from './hands-free-state.ts'
import { idleStateOf } from './hands-free-step.ts'
import type { EndpointingOptions } from './endpointing.ts'

/** The default settings. */
const DEFAULTS: EndpointingOptions = {
  autoSend: true,
  smartEnd: true,
  statementEndMs: 1_100,
  pauseTimeoutMs: 6_500,
  silenceSendDelayMs: 2_500,
  commandTimeoutMs: 4_000,
  commandPauseMs: 1_500,
  untranscribedCommandPauseMs: 3_000,
  maxUtteranceMs: 28_000,
  duplex: 'half',
  interruptsOverEcho: false,
}
/** Duration of transcribing an utterance, ms. */
const HEARING_MS = 200
const PER_MS = CAPTURE_SAMPLE_RATE / 1_000

const CORPUS = join(import.meta.dirname, '../../../../e2e/audio/corpus')
const TRUTH = JSON.parse(readFileSync(join(CORPUS, 'truth.json'), 'utf8')) as {
  readonly name: string
  readonly speech: readonly { readonly from: number; readonly to: number }[]
}[]

function samplesOf(name: string): Int16Array {
  const file = readFileSync(join(CORPUS, `${name}.wav`))
  return new Int16Array(file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.length))
}

/** Returns speech with a pause of this length, and the end of each part in ms. */
function withPause(pauseMs: number): { readonly samples: Int16Array; readonly ends: readonly number[] } {
  const sound = samplesOf('pause-1500')
  const [first, second] = TRUTH.find(({ name }) => name === 'pause-1500')?.speech ?? []
  if (!first || !second) throw new Error('the corpus has changed')
  const head = sound.subarray(0, first.to * PER_MS)
  const tail = sound.subarray(second.from * PER_MS, second.to * PER_MS)
  const samples = new Int16Array(head.length + tail.length + (pauseMs + 10_000) * PER_MS)
  samples.set(head)
  samples.set(tail, head.length + pauseMs * PER_MS)
  return { samples, ends: [first.to, first.to + pauseMs + second.to - second.from] }
}

/**
 * Listens to all samples. Returns when turns ended, in ms, how many were sent, and how many recordings were
 * started.
 */
function listen(samples: Int16Array, endpointing: Partial<EndpointingOptions>, words: string) {
  const context = { endpointing: { ...DEFAULTS, ...endpointing }, language: 'en-US' }
  const detector = createEnergyDetector({ sensitivityDb: -50 })
  const waiting: { readonly at: number; readonly event: HandsFreeEvent }[] = []
  const turns: number[] = []
  let utterances = 0
  let sent = 0
  let state: HandsFreeState = idleStateOf('continuous', 0)
  let ids = 0

  function dispatch(event: HandsFreeEvent, now: number): void {
    const step = handsFreeTransition(state, event, context)
    state = step.state
    for (const effect of step.effects) {
      if (effect.type === 'begin-utterance') utterances += 1
      if (effect.type === 'finish-turn') turns.push(now)
      if (effect.type === 'finish-turn' && effect.sends) sent += 1
      if (effect.type === 'end-utterance') {
        const at = now + HEARING_MS
        waiting.push({
          at,
          event: { type: 'utterance-transcribed', utteranceId: effect.id, text: words, at },
        })
      }
    }
  }

  for (let sample = 0; sample < samples.length; sample += FRAME_SAMPLES) {
    const now = sample / PER_MS + FRAME_MS
    for (const { type, at } of detector.push(samples.subarray(sample, sample + FRAME_SAMPLES))) {
      if (type === 'speech-start') dispatch({ type: 'speech-started', at, id: `id${(ids += 1)}` }, now)
      else dispatch({ type: type === 'speech-end' ? 'speech-ended' : 'misfired', at }, now)
    }
    while ((waiting[0]?.at ?? Infinity) <= now) dispatch(waiting.shift()?.event as HandsFreeEvent, now)
    if ((dueAt(state, context) ?? Infinity) <= now)
      dispatch({ type: 'due', at: now, id: `id${(ids += 1)}` }, now)
  }
  return { turns, utterances, sent }
}

const OPEN = 'First of all,'
const COMPLETE = 'What is a token bucket?'

describe.each([
  ['incomplete words, sent automatically', OPEN, {}, 1_750],
  ['complete words', COMPLETE, {}, 550],
  ['a statement', 'There are three deadlines this week.', {}, 1_100],
  ['complete words without the smart end', COMPLETE, { smartEnd: false }, 2_500],
  ['words offered for review', OPEN, { autoSend: false }, 6_500],
] as const)('%s', (_, words, endpointing, delayMs) => {
  const pauses = [
    100, 200, 300, 450, 600, 800, 1_000, 1_500, 2_000, 2_400, 2_700, 3_500, 5_000, 6_300, 6_800, 8_000,
  ]

  it.each(pauses.filter((pause) => Math.abs(pause - delayMs) >= 100))(
    'with a pause of %s ms are as many turns as they are',
    (pauseMs) => {
      const { samples, ends } = withPause(pauseMs)
      const { turns } = listen(samples, endpointing, words)
      const expected = pauseMs < delayMs ? ends.slice(1) : ends
      expect(turns).toHaveLength(expected.length)
      for (const [index, end] of expected.entries()) {
        const lateMs = (turns[index] ?? Infinity) - end - delayMs
        expect(lateMs).toBeGreaterThanOrEqual(-20)
        expect(lateMs).toBeLessThanOrEqual(60)
      }
    },
  )
})

it.each(['white-noise', 'typing', 'cough'])('%s is no turn', (name) => {
  const silence = new Int16Array(10_000 * PER_MS)
  const sound = samplesOf(name)
  const samples = new Int16Array(sound.length + silence.length)
  samples.set(sound)
  expect(listen(samples, {}, COMPLETE).turns).toEqual([])
})

it('sends nothing for coughs as long as words, because they contain none', () => {
  const silence = new Int16Array(10_000 * PER_MS)
  const sound = samplesOf('long-coughs')
  const samples = new Int16Array(sound.length + silence.length)
  samples.set(sound)
  const { utterances, turns, sent } = listen(samples, {}, '')
  expect(utterances).toBe(2)
  expect(turns).toHaveLength(1)
  expect(sent).toBe(0)
})

it('two alternating speakers without a gap are one turn', () => {
  const sound = samplesOf('two-speakers')
  const samples = new Int16Array(sound.length + 10_000 * PER_MS)
  samples.set(sound)
  expect(listen(samples, {}, OPEN).turns).toHaveLength(1)
})
