import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_SPECULATION_SECONDS, MAX_SPECULATION_TIMES } from '@vee/contract/socket/socket-limits'
import {
  LISTENING,
  socketTurnDueAt,
  type SocketTurnEffect,
  type SocketTurnEvent,
  socketTurnTransition,
} from './socket-turn-machine.ts'

const CONFIRMATION_TIMEOUT_MS = 30_000

function run(events: readonly SocketTurnEvent[], isCaptionsOnly = false) {
  let state = LISTENING
  const all: SocketTurnEffect[] = []
  let last: readonly SocketTurnEffect[] = []
  for (const event of events) {
    const next = socketTurnTransition(state, event, {
      isCaptionsOnly,
      confirmationTimeoutMs: CONFIRMATION_TIMEOUT_MS,
    })
    state = next.state
    last = next.effects
    all.push(...last)
  }
  const decisions = last.map(({ type, reason }) => `${type}: ${reason}`)
  return { state, phase: state.phase, all, decisions }
}

const pause = (soundSeconds = 1): SocketTurnEvent => ({ type: 'pause-started', soundSeconds })
const CONTINUED: SocketTurnEvent = { type: 'speech-continued' }
const judged = (expectsEnd: boolean): SocketTurnEvent => ({ type: 'end-judged', expectsEnd, soundSeconds: 1 })
const decided = (number: number, isAllowed = true): SocketTurnEvent => ({
  type: 'speculation-decided',
  pause: number,
  isAllowed,
  sound: new Uint8Array(),
})
const ended = (asks = true, isUsable = true): SocketTurnEvent => ({
  type: 'turn-ended',
  asks,
  isUsable,
  at: 0,
})
const FAILED: SocketTurnEvent = { type: 'turn-failed', error: new Error('broken') }
const STARTED: SocketTurnEvent = { type: 'reply-started' }
const CONFIRMED: SocketTurnEvent = { type: 'question-confirmed', messageId: 'm1' }
const LOST: SocketTurnEvent = { type: 'client-lost' }
const RESUMED: SocketTurnEvent = { type: 'client-resumed', lastEventId: 7 }
const DELIVERED: SocketTurnEvent = { type: 'results-delivered' }
const CANCELLED: SocketTurnEvent = { type: 'turn-cancelled' }
const FORGOTTEN: SocketTurnEvent = { type: 'turn-forgotten' }
const WORDS: SocketTurnEvent = { type: 'words-given', messageId: 'm1' }
const SPECULATING = [pause(), decided(1)]

describe('the machine of a turn over the socket', () => {
  it.each<[string, readonly SocketTurnEvent[], string, readonly string[]]>([
    ['requests a speculative run in a pause', [pause()], 'listening', ['request-speculation: pause']],
    ['speculates where it is allowed', SPECULATING, 'listening', ['start-speculation: allowed']],
    ['does not where it is refused', [pause(), decided(1, false)], 'listening', []],
    ['does not where the speech has continued meanwhile', [pause(), CONTINUED, decided(1)], 'listening', []],
    ['does not without audio', [pause(0)], 'listening', []],
    ['does not after long speech', [pause(MAX_SPECULATION_SECONDS + 1)], 'listening', []],
    ['does not twice at once', [...SPECULATING, pause()], 'listening', []],
    [
      'discards it when the speech continues',
      [...SPECULATING, CONTINUED],
      'listening',
      ['cancel-pipeline: speech-continued'],
    ],
    [
      'speculates where the engine expects the end',
      [judged(true)],
      'listening',
      ['request-speculation: end-expected'],
    ],
    [
      'discards it where the engine revises that',
      [judged(true), decided(1), judged(false)],
      'listening',
      ['cancel-pipeline: end-revised'],
    ],
    ['keeps it in a pause', [judged(true), decided(1), pause(), judged(false)], 'listening', []],
    [
      'confirms it at the end',
      [...SPECULATING, ended()],
      'answering',
      ['confirm-speculation: turn-ended', 'close-transcription: turn-ended', 'start-reply: turn-ended'],
    ],
    [
      'starts over where it has failed',
      [...SPECULATING, ended(true, false)],
      'answering',
      [
        'cancel-pipeline: speculation-failed',
        'start-pipeline: turn-ended',
        'close-transcription: turn-ended',
        'start-reply: turn-ended',
      ],
    ],
    [
      'transcribes at the end',
      [ended()],
      'answering',
      ['start-pipeline: turn-ended', 'close-transcription: turn-ended', 'start-reply: turn-ended'],
    ],
    [
      'delivers once the reply is started',
      [ended(), STARTED],
      'answering',
      ['deliver-results: reply-started'],
    ],
    [
      'delivers words that are not confirmed',
      [ended(false)],
      'answering',
      ['start-pipeline: turn-ended', 'close-transcription: turn-ended', 'deliver-results: not-confirmed'],
    ],
    ['starts the reply when they are', [ended(false), CONFIRMED], 'answering', ['start-reply: confirmed']],
    ['delivers no second time for that', [ended(false), CONFIRMED, STARTED], 'answering', []],
    [
      'lets unconfirmed words expire',
      [ended(false), { type: 'due', at: CONFIRMATION_TIMEOUT_MS }],
      'answering',
      ['expire-question: never-confirmed'],
    ],
    [
      'lets confirmed ones stay',
      [ended(false), CONFIRMED, { type: 'due', at: CONFIRMATION_TIMEOUT_MS }],
      'answering',
      [],
    ],
    [
      'answers known words',
      [WORDS],
      'answering',
      ['start-pipeline: words-known', 'start-reply: words-known'],
    ],
    [
      'stops the speech without a client',
      [ended(), STARTED, LOST],
      'answering',
      ['stop-speech: client-lost'],
    ],
    [
      'continues with another client',
      [ended(), STARTED, LOST, RESUMED],
      'answering',
      ['deliver-results: resumed'],
    ],
    ['listens without a client', [LOST, RESUMED], 'listening', []],
    [
      'ends when all is delivered',
      [ended(), STARTED, DELIVERED],
      'over',
      ['announce-end: delivered', 'release: delivered'],
    ],
    ['fails', [FAILED], 'over', ['cancel-pipeline: failed', 'announce-failure: failed', 'release: failed']],
    ['is cancelled', [ended(), CANCELLED], 'over', ['cancel-pipeline: client', 'release: client']],
    [
      'is forgotten while it listens',
      [FORGOTTEN],
      'over',
      ['cancel-pipeline: forgotten', 'release: forgotten'],
    ],
    ['is forgotten with a reply, which continues', [ended(), FORGOTTEN], 'over', ['release: forgotten']],
    ['ignores everything after its end', [CANCELLED, ended(), FAILED], 'over', []],
  ])('%s', (_, events, phase, decisions) => {
    expect(run(events)).toMatchObject({ phase, decisions })
  })

  it('does not speculate for captions', () => {
    expect(run([pause()], true).decisions).toEqual([])
  })

  it('speculates only so often', () => {
    const often = Array.from({ length: MAX_SPECULATION_TIMES + 3 }, (_, index) => [
      pause(),
      decided(2 * index + 1),
      CONTINUED,
    ])
    const starts = run(often.flat()).all.filter(({ type }) => type === 'start-speculation')
    expect(starts).toHaveLength(MAX_SPECULATION_TIMES)
  })

  const anyEvent = fc.oneof(
    fc.constantFrom(
      pause(),
      CONTINUED,
      judged(true),
      judged(false),
      ended(),
      ended(false),
      ended(true, false),
      FAILED,
      STARTED,
      CONFIRMED,
      LOST,
      RESUMED,
      DELIVERED,
      CANCELLED,
      FORGOTTEN,
      WORDS,
    ),
    fc.integer({ min: 1, max: 6 }).map((number) => decided(number)),
  )
  const anyStory = fc.array(anyEvent, { maxLength: 40 })

  it('for any events has one pipeline at a time, and is released once', () => {
    fc.assert(
      fc.property(anyStory, (events) => {
        const faults: string[] = []
        let isRunning = false
        let releases = 0
        for (const { type } of run([...events, CANCELLED]).all) {
          if (type === 'start-pipeline' || type === 'start-speculation') {
            if (isRunning || releases > 0) faults.push(type)
            isRunning = true
          }
          if (type === 'confirm-speculation' && !isRunning) faults.push(type)
          if (type === 'cancel-pipeline') isRunning = false
          if (type === 'release') releases += 1
        }
        expect(faults).toEqual([])
        expect(releases).toBe(1)
      }),
    )
  })

  it('for any events awaits a confirmation only while it answers', () => {
    fc.assert(
      fc.property(anyStory, (events) => {
        const { state } = run(events)
        expect(socketTurnDueAt(state) === undefined || state.phase === 'answering').toBe(true)
      }),
    )
  })
})
