import { describe, expect, it } from 'vitest'
import { voiceTransition } from './voice-machine.ts'
import type { VoiceEvent } from './voice-event.ts'
import {
  stopAsked,
  transcribed,
  TRANSCRIBING,
  HELD,
  microphoneOpened,
  playEvents,
  pressed,
  released,
  SPEAKING,
  submitted,
  TAPPED,
  timedOut,
} from './voice-machine.fixture.ts'

describe('push-to-talk by holding', () => {
  it('opens the microphone on the press', () => {
    const { state, effects } = playEvents([pressed(0)])
    expect(state).toMatchObject({ phase: 'opening', gesture: { mode: 'hold', since: 0 } })
    expect(effects).toEqual([{ type: 'open-microphone', utteranceId: 'u1' }])
  })

  it('records from when the microphone is open', () => {
    const { state, effects } = playEvents(HELD)
    expect(state).toMatchObject({ phase: 'capturing', gesture: { mode: 'hold' } })
    expect(effects).toEqual([{ type: 'start-recording', utteranceId: 'u1' }])
  })

  it('transcribes the recording on release', () => {
    const { state, effects } = playEvents(TRANSCRIBING)
    expect(state).toMatchObject({ phase: 'transcribing', queue: [{ utteranceId: 'u1' }] })
    expect(effects).toEqual([{ type: 'finish-recording', utteranceId: 'u1' }])
  })

  it('offers the transcript for review', () => {
    const { state, effects } = playEvents([...TRANSCRIBING, transcribed('hello')])
    expect(state).toEqual({ phase: 'reviewing' })
    expect(effects).toEqual([
      { type: 'add-transcript', utteranceId: 'u1', text: 'hello' },
      { type: 'submit-or-review' },
    ])
  })

  it('closes the microphone that was not open yet when the button was released', () => {
    const { state, effects } = playEvents([pressed(0), released(400)])
    expect(state).toEqual({ phase: 'idle', hint: 'released-early' })
    expect(effects).toEqual([{ type: 'discard-recording', utteranceId: 'u1' }])
  })

  it('drops a microphone that opens after the release', () => {
    expect(playEvents([pressed(0), released(400), microphoneOpened()])).toEqual({
      state: { phase: 'idle', hint: 'released-early' },
      effects: [],
    })
  })

  it('ignores a second press while it is held', () => {
    const held = playEvents(HELD).state
    expect(voiceTransition(held, pressed(100, 'u2'))).toEqual({ state: held, effects: [] })
  })
})

describe('push-to-talk by tapping', () => {
  it.each([
    ['before the microphone is open', [pressed(0), released(299), microphoneOpened()]],
    ['after it is open', [pressed(0), microphoneOpened(), released(299)]],
  ])('listens on after a short press that ends %s', (_when, events) => {
    expect(playEvents(events).state).toMatchObject({ phase: 'capturing', gesture: { mode: 'tap' } })
  })

  it('treats 300 ms as a hold', () => {
    expect(playEvents([...HELD, released(300)]).state.phase).toBe('transcribing')
  })

  it('ends with the next press, whose release is ignored', () => {
    const { state, effects } = playEvents([...TAPPED, pressed(4_000, 'u2')])
    expect(state.phase).toBe('transcribing')
    expect(effects).toEqual([{ type: 'finish-recording', utteranceId: 'u1' }])
    expect(voiceTransition(state, released(4_100))).toEqual({ state, effects: [] })
  })

  it('is cancelled by a second tap before the microphone is open', () => {
    const { state, effects } = playEvents([pressed(0), released(100), pressed(500, 'u2')])
    expect(state).toEqual({ phase: 'idle', hint: undefined })
    expect(effects).toEqual([{ type: 'discard-recording', utteranceId: 'u1' }])
  })
})

describe('microphone problems', () => {
  it.each(['denied', 'none', 'busy', 'insecure', 'unsupported'] as const)(
    'shows the reason: %s',
    (reason) => {
      const { state } = playEvents([pressed(0), { type: 'microphone-failed', utteranceId: 'u1', reason }])
      expect(state).toEqual({ phase: 'failed', reason, queue: [] })
    },
  )

  it('stores and transcribes the recording before the device disconnected', () => {
    const { state, effects } = playEvents([...HELD, { type: 'microphone-lost', utteranceId: 'u1' }])
    expect(state.phase).toBe('transcribing')
    expect(effects).toEqual([
      { type: 'finish-recording', utteranceId: 'u1' },
      { type: 'notify', notice: 'microphone-vanished' },
    ])
  })

  it('fails a microphone that neither opens nor fails', () => {
    const { state, effects } = playEvents([pressed(0), timedOut])
    expect(state).toEqual({ phase: 'failed', reason: 'no-answer', queue: [] })
    expect(effects).toEqual([{ type: 'discard-recording', utteranceId: 'u1' }])
  })

  it('can be tried again', () => {
    const failed = playEvents([
      pressed(0),
      { type: 'microphone-failed', utteranceId: 'u1', reason: 'busy' },
    ]).state
    expect(playEvents([pressed(9_000, 'u2')], failed).state.phase).toBe('opening')
  })

  it('ignores results of another recording', () => {
    const held = playEvents(HELD).state
    expect(voiceTransition(held, { type: 'microphone-lost', utteranceId: 'other' }).state).toBe(held)
    const opening = playEvents([pressed(0)]).state
    expect(voiceTransition(opening, microphoneOpened('other')).state).toBe(opening)
    expect(
      voiceTransition(opening, { type: 'microphone-failed', utteranceId: 'other', reason: 'busy' }).state,
    ).toBe(opening)
  })
})

describe('a recording that ends by itself', () => {
  it('is stored and transcribed when the tab is hidden while the button is held', () => {
    const { state, effects } = playEvents([...HELD, { type: 'page-hidden' }])
    expect(state.phase).toBe('transcribing')
    expect(effects).toContainEqual({ type: 'finish-recording', utteranceId: 'u1' })
    expect(effects).toContainEqual({ type: 'notify', notice: 'page-hidden' })
  })

  it('does not begin in a tab that is hidden before the microphone is open', () => {
    const { state, effects } = playEvents([pressed(0), { type: 'page-hidden' }])
    expect(state.phase).toBe('idle')
    expect(effects).toEqual([{ type: 'discard-recording', utteranceId: 'u1' }])
  })

  it('continues in a hidden tab if it was tapped', () => {
    expect(playEvents([...TAPPED, { type: 'page-hidden' }]).state.phase).toBe('capturing')
  })

  it('is stored and transcribed at the maximum length', () => {
    const { state, effects } = playEvents([...TAPPED, timedOut])
    expect(state.phase).toBe('transcribing')
    expect(effects).toContainEqual({ type: 'notify', notice: 'recording-limit' })
  })
})

describe('transcribing', () => {
  it.each(['too-short', 'no-speech', 'obeyed'] as const)(
    'is idle with a hint when there is nothing to send: %s',
    (hint) => {
      const { state } = playEvents([...TRANSCRIBING, { type: 'no-speech-found', utteranceId: 'u1', hint }])
      expect(state).toEqual({ phase: 'idle', hint })
    },
  )

  it.each(['unavailable', 'offline', 'broken'] as const)('shows why it failed: %s', (reason) => {
    const { state } = playEvents([
      ...TRANSCRIBING,
      { type: 'transcription-failed', utteranceId: 'u1', reason },
    ])
    expect(state).toEqual({ phase: 'failed', reason, queue: [] })
  })

  it('fails after its time limit and stops the engine', () => {
    const { state, effects } = playEvents([...TRANSCRIBING, timedOut])
    expect(state).toEqual({ phase: 'failed', reason: 'timed-out', queue: [] })
    expect(effects).toEqual([{ type: 'abandon-transcriptions', utteranceIds: ['u1'] }])
  })

  it('drops a transcript that arrives after it was cancelled', () => {
    expect(playEvents([...TRANSCRIBING, stopAsked, transcribed('late')])).toEqual({
      state: { phase: 'idle', hint: undefined },
      effects: [],
    })
  })

  it('records again on a second press and preserves the first words', () => {
    const second = playEvents([...TRANSCRIBING, pressed(3_000, 'u2'), microphoneOpened('u2')])
    expect(second.state).toMatchObject({
      phase: 'capturing',
      utteranceId: 'u2',
      queue: [{ utteranceId: 'u1' }],
    })
    const first = voiceTransition(second.state, transcribed('one'))
    expect(first.state).toMatchObject({ phase: 'capturing', queue: [] })
    expect(first.effects).toMatchObject([{ type: 'add-transcript', utteranceId: 'u1', text: 'one' }])
  })

  it('adds the texts in the order in which they were spoken', () => {
    const both = [
      ...TRANSCRIBING,
      pressed(3_000, 'u2'),
      microphoneOpened('u2'),
      released(5_000),
      transcribed('two', 'u2'),
    ]
    expect(playEvents(both).effects).toEqual([])
    expect(playEvents([...both, transcribed('one')]).effects).toEqual([
      { type: 'add-transcript', utteranceId: 'u1', text: 'one' },
      { type: 'add-transcript', utteranceId: 'u2', text: 'two' },
      { type: 'submit-or-review' },
    ])
  })

  it('releases later words when the earlier ones fail', () => {
    const both = [
      ...TRANSCRIBING,
      pressed(3_000, 'u2'),
      microphoneOpened('u2'),
      released(5_000),
      transcribed('two', 'u2'),
    ]
    const { state, effects } = playEvents([
      ...both,
      { type: 'transcription-failed', utteranceId: 'u1', reason: 'broken' },
    ])
    expect(state.phase).toBe('reviewing')
    expect(effects).toContainEqual({ type: 'add-transcript', utteranceId: 'u2', text: 'two' })
  })

  it('continues if a second microphone fails, and shows the failure', () => {
    const failed = playEvents([
      ...TRANSCRIBING,
      pressed(3_000, 'u2'),
      { type: 'microphone-failed', utteranceId: 'u2', reason: 'busy' },
    ]).state
    const { state, effects } = playEvents([transcribed('one')], failed)
    expect(state).toEqual({ phase: 'failed', reason: 'busy', queue: [] })
    expect(effects).toEqual([{ type: 'add-transcript', utteranceId: 'u1', text: 'one' }])
  })

  it('sends automatically when Send was pressed meanwhile', () => {
    const recording = playEvents([...TAPPED, submitted('typed')])
    expect(recording.effects).toEqual([{ type: 'finish-recording', utteranceId: 'u1' }])
    expect(playEvents([transcribed('and said')], recording.state).effects.at(-1)).toEqual({ type: 'send' })
    const transcription = playEvents([...TRANSCRIBING, submitted('typed')])
    expect(playEvents([transcribed('and said')], transcription.state).effects.at(-1)).toEqual({
      type: 'send',
    })
  })

  it('does not send an incomplete utterance', () => {
    const { state, effects } = playEvents([
      ...TRANSCRIBING,
      submitted('typed'),
      { type: 'transcription-failed', utteranceId: 'u1', reason: 'offline' },
    ])
    expect(state.phase).toBe('failed')
    expect(effects).toEqual([])
  })
})

describe('a stored utterance', () => {
  const retry: VoiceEvent = { type: 'retry-asked', utteranceId: 'u9' }

  it.each([
    ['rest', []],
    ['a failure', [pressed(0), { type: 'microphone-failed', utteranceId: 'u1', reason: 'busy' } as const]],
    ['transcribing', TRANSCRIBING],
  ])('can be transcribed again from %s', (_from, events) => {
    const { state, effects } = playEvents([...events, retry])
    expect(state.phase).toBe('transcribing')
    expect(effects).toEqual([{ type: 'transcribe-again', utteranceId: 'u9' }])
  })

  it('is not transcribed twice concurrently', () => {
    const once = playEvents([retry]).state
    expect(voiceTransition(once, retry)).toEqual({ state: once, effects: [] })
  })

  it('waits during a reply', () => {
    const speaking = playEvents(SPEAKING).state
    expect(voiceTransition(speaking, retry).state).toBe(speaking)
  })

  it('is transcribed during the next recording', () => {
    expect(playEvents([...HELD, retry]).state).toMatchObject({
      phase: 'capturing',
      queue: [{ utteranceId: 'u9' }],
    })
  })
})
