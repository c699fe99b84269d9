import { describe, expect, it } from 'vitest'
import { withoutReason } from '../without-reason.fixture.ts'
import { liveCallDueAt, liveCallTransition, CALL_OFF } from './live-call-machine.ts'
import type { LiveCallEffect, LiveCallEvent, LiveCallState } from './live-call-state.ts'

/** Returns the state after these events, and the effects of the last one. */
function playEvents(events: readonly LiveCallEvent[], from: LiveCallState = CALL_OFF) {
  let state = from
  let effects: readonly string[] = []
  for (const event of events) {
    const step = liveCallTransition(state, event)
    state = step.state
    effects = step.effects.map((effect) => describeEffect(withoutReason(effect)))
  }
  return { state, effects }
}

const describeEffect = ({ type, ...more }: Omit<LiveCallEffect, 'reason'>) =>
  [type, ...Object.values(more)].join(' ')

const CONNECTED = [
  { type: 'started' },
  { type: 'microphone-opened', at: 0 },
  { type: 'server-ready', at: 100 },
] as const satisfies LiveCallEvent[]
const voice = (timeMs: number, isLouderThanEcho = false): LiveCallEvent => ({
  type: 'voice-began',
  at: timeMs,
  utteranceId: `u${timeMs}`,
  isLouderThanEcho,
})
const REPLY: LiveCallEvent = { type: 'reply-started', replyId: 'r1' }
const due = (timeMs: number): LiveCallEvent => ({ type: 'due', at: timeMs })

describe('a conversation with a live model starts', () => {
  it('when both the microphone and the server are ready, in any order', () => {
    expect(playEvents([{ type: 'started' }]).effects).toEqual(['open-microphone', 'connect'])
    expect(playEvents(CONNECTED).effects).toEqual(['begin'])
    const [started, microphone, server] = CONNECTED
    expect(playEvents([started, server, microphone]).state).toMatchObject({ phase: 'talking' })
    expect(playEvents([started, server]).state).toMatchObject({ phase: 'connecting' })
  })

  it('only once', () => {
    expect(playEvents([...CONNECTED, { type: 'started' }]).effects).toEqual([])
  })

  it('unless the microphone fails, which is reported', () => {
    const { state, effects } = playEvents([
      { type: 'started' },
      { type: 'microphone-failed', reason: 'denied' },
    ])
    expect([state, effects]).toEqual([CALL_OFF, ['close false', 'fail denied']])
  })
})

describe('a sound of the user during the voice', () => {
  const ducked = [...CONNECTED, REPLY, voice(1_000)]

  it('lowers it at once, and pauses it after 200 ms', () => {
    expect(playEvents(ducked).effects).toEqual(['record u1000', 'duck true'])
    expect(liveCallDueAt(playEvents(ducked).state)).toBe(1_200)
    expect(playEvents([...ducked, due(1_199)]).effects).toEqual([])
    expect(playEvents([...ducked, due(1_200)]).effects).toEqual(['pause true'])
  })

  it('lets it continue if the sound was short', () => {
    expect(playEvents([...ducked, { type: 'voice-ended' }, due(1_200)]).effects).toEqual(['duck false'])
  })

  it('lets it resume from the same sample if its words do not interrupt', () => {
    const { state, effects } = playEvents([...ducked, due(1_200), { type: 'transcribed', use: 'ignored' }])
    expect(effects).toEqual(['discard u1000', 'show-words [object Object]', 'pause false', 'duck false'])
    expect(state).toMatchObject({ reply: { replyId: 'r1', attention: 'full' }, speech: undefined })
  })

  it('ends it if the words interrupt, and reports what was played', () => {
    const { state, effects } = playEvents([...ducked, due(1_200), { type: 'reply-cut', replyId: 'r1' }])
    expect(effects).toEqual(['tell-played r1', 'silence'])
    expect(state).toMatchObject({ reply: undefined, speech: { utteranceId: 'u1000' } })
  })

  it('is noise if no words follow for six seconds; words extend the pause', () => {
    const paused = [...ducked, due(1_200)]
    expect(playEvents([...paused, due(6_999)]).effects).toEqual([])
    expect(playEvents([...paused, due(7_000)]).effects).toEqual(['pause false', 'duck false'])
    const words: LiveCallEvent = { type: 'words', words: { text: 'wait', tail: '' }, at: 5_000 }
    expect(playEvents([...paused, words, due(7_000)]).effects).toEqual([])
    expect(playEvents([...paused, words, due(11_000)]).effects).toEqual(['pause false', 'duck false'])
  })

  it('in an echo neither lowers nor pauses it', () => {
    expect(playEvents([...CONNECTED, REPLY, voice(1_000, true)]).effects).toEqual(['record u1000'])
  })
})

it('a reply of the past is not cut', () => {
  expect(playEvents([...CONNECTED, REPLY, { type: 'reply-cut', replyId: 'r0' }]).effects).toEqual([])
})

it('a reply is over when it was sent and played', () => {
  expect(playEvents([...CONNECTED, REPLY, { type: 'played-out' }]).state).toMatchObject({
    reply: { replyId: 'r1' },
  })
  const sent = playEvents([...CONNECTED, REPLY, { type: 'reply-ended', replyId: 'r1' }]).state
  expect(sent).toMatchObject({ reply: { isComplete: true } })
  expect(playEvents([{ type: 'played-out' }], sent).state).toMatchObject({ reply: undefined })
})

it('a question awaits its reply', () => {
  const asked = playEvents([...CONNECTED, { type: 'transcribed', use: 'question' }])
  expect(asked.state).toMatchObject({ isAwaitingReply: true })
  expect(playEvents([REPLY], asked.state).state).toMatchObject({ isAwaitingReply: false })
})

describe('when it ends', () => {
  const talking = [...CONNECTED, voice(1_000)]

  it('by the user, everything is closed and nothing follows', () => {
    const { state, effects } = playEvents([...talking, { type: 'stopped' }])
    expect([state, effects]).toEqual([CALL_OFF, ['discard u1000', 'close false']])
  })

  it('by anything else, turns continue with the speech that was not answered', () => {
    for (const reason of ['lost', 'allowance', 'time-limit', 'failed', 'shutdown', 'idle'] as const) {
      const { state, effects } = liveCallTransition(playEvents(talking).state, { type: 'ended', reason })
      expect(state).toEqual(CALL_OFF)
      expect(effects).toEqual([
        { type: 'close', keepsMicrophone: true, reason },
        { type: 'fall-back', reason, endReason: reason, needsAnswer: false, utteranceId: 'u1000' },
      ])
    }
  })

  it('a question without a reply is asked again', () => {
    const { state } = playEvents([...CONNECTED, { type: 'transcribed', use: 'question' }])
    expect(liveCallTransition(state, { type: 'ended', reason: 'lost' }).effects).toContainEqual({
      type: 'fall-back',
      reason: 'lost',
      endReason: 'lost',
      needsAnswer: true,
      utteranceId: undefined,
    })
  })

  it('because another page continues it, this one is silent', () => {
    expect(playEvents([...talking, { type: 'ended', reason: 'replaced' }]).effects).toEqual([
      'discard u1000',
      'close false',
    ])
  })

  it('once: later events change nothing', () => {
    const events: readonly LiveCallEvent[] = [
      REPLY,
      voice(2_000),
      due(3_000),
      { type: 'ended', reason: 'lost' },
    ]
    for (const event of events)
      expect(liveCallTransition(CALL_OFF, event)).toEqual({ state: CALL_OFF, effects: [] })
  })
})

it('muted, speech is not recorded, and what was being said is discarded', () => {
  const muted = playEvents([...CONNECTED, voice(1_000), { type: 'mute-switched' }])
  expect(muted.effects).toEqual(['discard u1000', 'tell-mute true'])
  expect(playEvents([voice(2_000)], muted.state).effects).toEqual([])
  expect(playEvents([{ type: 'mute-switched' }], muted.state).effects).toEqual(['tell-mute false'])
})
