import { expect, it } from 'vitest'
import { findingsOf, type Measurements, realTimeFactor } from './findings.ts'

const WELL: Measurements = {
  microphone: 'open',
  noiseDb: -62,
  speechDb: -22,
  echoDb: 1,
  roundTripMs: 40,
  transport: { via: 'socket' },
  hearing: { text: 'the quick brown fox', ms: 700 },
  voiceMs: 300,
}
const adviceFor = (change: Partial<Measurements>) =>
  findingsOf({ ...WELL, ...change }).flatMap(({ advice }) => (advice === 'none' ? [] : [advice]))

it('returns nothing for good results', () => {
  expect(findingsOf(WELL).every(({ verdict }) => verdict === 'good')).toBe(true)
})

it.each<[Partial<Measurements>, string]>([
  [{ noiseDb: -45 }, 'quieter-room'],
  [{ speechDb: -90 }, 'nothing-heard'],
  [{ noiseDb: -52, speechDb: -48 }, 'above-noise'],
  [{ speechDb: -48 }, 'come-closer'],
  [{ speechDb: -3 }, 'step-back'],
  [{ echoDb: 20 }, 'use-headphones'],
  [{ roundTripMs: 900 }, 'check-network'],
  [{ transport: { via: 'http', reason: 'unreachable' } }, 'transport-unreachable'],
  [{ transport: { via: 'http', reason: 'rejected' } }, 'transport-rejected'],
  [{ transport: { via: 'http', reason: 'unsupported' } }, 'transport-unsupported'],
  [{ transport: { via: 'http', reason: 'disconnected' } }, 'transport-disconnected'],
  [{ transport: undefined }, 'transport-unreachable'],
  [{ hearing: { text: '', ms: 500 } }, 'hearing-missing'],
  [{ hearing: undefined }, 'hearing-broken'],
  [{ hearing: { text: 'fox', ms: 9_000 } }, 'hearing-slow'],
  [{ voiceMs: undefined }, 'voice-missing'],
])('gives the one advice that helps: %j', (change, advice) => {
  expect(adviceFor(change)).toEqual([advice])
})

it.each([
  ['denied', 'allow-microphone', undefined],
  ['no-answer', 'allow-microphone', undefined],
  ['busy', 'mend-microphone', 'busy'],
  ['vanished', 'mend-microphone', 'vanished'],
  ['none', 'mend-microphone', 'none'],
] as const)('names the obstacle to the microphone: %s', (microphone, advice, failure) => {
  expect(findingsOf({ ...WELL, microphone })[0]).toMatchObject({ verdict: 'bad', advice })
  expect(findingsOf({ ...WELL, microphone })[0]?.failure).toBe(failure)
})

it('returns nothing about the room without a microphone', () => {
  expect(findingsOf({ ...WELL, microphone: 'denied' }).map(({ part }) => part)).toEqual([
    'microphone',
    'roundTrip',
    'transport',
    'voice',
  ])
})

it.each([
  [{ text: '', ms: 500, seconds: 5 }, 0.1],
  [{ text: '', ms: 7_500, seconds: 5 }, 1.5],
  [{ text: '', ms: 500, seconds: 0 }, undefined],
  [{ text: '', ms: 500 }, undefined],
])('returns the real-time factor of %j: %s', (heard, factor) => {
  expect(realTimeFactor(heard)).toBe(factor)
})
