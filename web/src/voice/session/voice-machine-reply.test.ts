import { describe, expect, it } from 'vitest'
import { voiceTransition } from './voice-machine.ts'
import {
  ended,
  escape,
  HEARING,
  HELD,
  heard,
  play,
  press,
  SPEAKING,
  speech,
  started,
  submit,
  text,
  timeout,
  WAITING,
  WRITING_ALOUD,
} from './voice-machine.fixture.ts'
import type { VoiceEvent } from './voice-event.ts'

const IDLE = { phase: 'idle', hint: undefined }
const replay: VoiceEvent = {
  type: 'replay-asked',
  turnId: 't9',
  replyId: 'r0',
  markdown: 'Once more.',
  fromOffset: 5,
}

describe('asking', () => {
  it('enters at waiting with typed text', () => {
    const { state, effects } = play(WAITING)
    expect(state).toEqual({ phase: 'waiting', turnId: 't1', voice: 'off' })
    expect(effects).toEqual([{ type: 'ask', turnId: 't1', text: 'How are you' }])
  })

  it('sends a reviewed transcript the same way', () => {
    expect(play([...HEARING, heard('hi'), submit('hi there')]).effects).toEqual([
      { type: 'ask', turnId: 't1', text: 'hi there' },
    ])
  })

  it('asks nothing without text', () => {
    expect(play([submit(' \n')])).toEqual({ state: IDLE, effects: [] })
  })

  it('closes the microphone that is being opened', () => {
    expect(play([press(0), submit('typed')]).effects).toEqual([
      { type: 'discard-recording', utteranceId: 'u1' },
      { type: 'ask', turnId: 't1', text: 'typed' },
    ])
  })
})

describe('a reply that fails while it is played', () => {
  it('is played to its last word before the failure is shown', () => {
    const { state } = play([...SPEAKING, ended('failed'), speech('speech-ended')])
    expect(state).toEqual({ phase: 'failed', reason: 'reply-failed', queue: [] })
    expect(play([...WRITING_ALOUD, ended('failed'), speech('speech-ended')]).state.phase).toBe('failed')
  })
})

describe('a reply that is read', () => {
  it('is waited for until its first text', () => {
    expect(play([...WAITING, started(false)]).state.phase).toBe('waiting')
    expect(play([...WAITING, started(false), text('Well')]).state).toEqual({
      phase: 'replying',
      turnId: 't1',
      isWriting: true,
      voice: 'off',
    })
  })

  it.each(['complete', 'stopped'] as const)('rests when it is %s', (outcome) => {
    expect(play([...WAITING, started(false), text('Well'), ended(outcome)])).toEqual({
      state: IDLE,
      effects: [],
    })
  })

  it.each([
    ['before its first word', [ended('failed')]],
    ['in the middle', [started(false), text('Well'), ended('failed')]],
  ])('shows that it failed %s', (_when, events) => {
    expect(play([...WAITING, ...events]).state).toMatchObject({ phase: 'failed', reason: 'reply-failed' })
  })

  it('fails a reply without progress', () => {
    const { state, effects } = play([...WAITING, timeout])
    expect(state).toMatchObject({ phase: 'failed', reason: 'no-reply' })
    expect(effects).toEqual([{ type: 'stop-reply', turnId: 't1' }])
    expect(play([...WRITING_ALOUD, timeout]).effects).toEqual([
      { type: 'stop-speech' },
      { type: 'stop-reply', turnId: 't1' },
    ])
  })

  it('is followed again after the page was reloaded', () => {
    const rejoined = play([{ type: 'reply-rejoined', turnId: 't1', isFromStart: false }])
    expect(rejoined.state).toMatchObject({ phase: 'replying', isWriting: true, voice: 'off' })
    expect(play([text('more'), ended('complete')], rejoined.state).state).toEqual(IDLE)
  })

  it('is spoken if the conversation started it', () => {
    const begun: VoiceEvent = { type: 'reply-rejoined', turnId: 't1', isFromStart: true }
    expect(play([begun, started(true), text('Well.')]).effects).toEqual(
      play([...WAITING, started(true), text('Well.')]).effects,
    )
    const failed = play([...WAITING, ended('failed')]).state
    expect(play([begun, started(true)], failed).effects).toContainEqual({
      type: 'begin-speech',
      turnId: 't1',
      replyId: 'r1',
    })
  })

  it('does not confuse a rejoined reply with the current one', () => {
    const waiting = play(WAITING).state
    expect(voiceTransition(waiting, { type: 'reply-rejoined', turnId: 't0', isFromStart: false }).state).toBe(
      waiting,
    )
  })
})

describe('a reply that is spoken', () => {
  it('is spoken while it is written', () => {
    expect(play([...WAITING, started(true)]).effects).toEqual([
      { type: 'begin-speech', turnId: 't1', replyId: 'r1' },
    ])
    expect(play(WRITING_ALOUD).effects).toContainEqual({ type: 'append-speech', turnId: 't1', text: 'Well.' })
    expect(play(SPEAKING).state).toEqual({ phase: 'speaking', turnId: 't1', isWriting: true, isHeld: false })
    expect(play([...SPEAKING, text(' So.')]).effects).toContainEqual({
      type: 'append-speech',
      turnId: 't1',
      text: ' So.',
    })
  })

  it('is over when it is written and spoken', () => {
    const written = play([...SPEAKING, ended('complete')])
    expect(written.state).toEqual({ phase: 'speaking', turnId: 't1', isWriting: false, isHeld: false })
    expect(written.effects).toEqual([{ type: 'end-speech', turnId: 't1' }])
    expect(play([speech('speech-ended')], written.state).state).toEqual(IDLE)
  })

  it('may be written before its first sound', () => {
    const { state } = play([...WRITING_ALOUD, ended('complete')])
    expect(state).toEqual({ phase: 'replying', turnId: 't1', isWriting: false, voice: 'coming' })
    expect(play([speech('speech-ended')], state).state).toEqual(IDLE)
    expect(play([timeout], state)).toEqual({ state: IDLE, effects: [{ type: 'stop-speech' }] })
  })

  it('speaks the text before it failed', () => {
    const { state, effects } = play([...SPEAKING, ended('failed')])
    expect(state).toMatchObject({ phase: 'speaking', isWriting: false })
    expect(effects).toEqual([{ type: 'end-speech', turnId: 't1' }])
  })

  it('is silent when it fails before its first word', () => {
    expect(play([...WAITING, started(true), ended('failed')]).effects).toEqual([{ type: 'stop-speech' }])
  })

  it('waits for a touch when the browser blocks sound', () => {
    const { state } = play([...WRITING_ALOUD, speech('speech-blocked')])
    expect(state).toMatchObject({ phase: 'replying', voice: 'blocked' })
    expect(play([speech('speech-started')], state).state.phase).toBe('speaking')
    expect(play([...SPEAKING, speech('speech-blocked')]).state).toMatchObject({ voice: 'blocked' })
  })

  it('continues as text if its voice ends early', () => {
    expect(play([...SPEAKING, speech('speech-ended')]).state).toMatchObject({
      phase: 'replying',
      voice: 'off',
    })
  })

  it('renews its time limit with every sentence', () => {
    const { effects } = play([...SPEAKING, { type: 'speech-went-on', turnId: 't1' }])
    expect(effects).toEqual([{ type: 'renew-limit' }])
  })

  it('can be silenced and continues as text', () => {
    const { state, effects } = play([...SPEAKING, { type: 'stop-asked', what: 'speech' }])
    expect(state).toMatchObject({ phase: 'replying', voice: 'off' })
    expect(effects).toEqual([{ type: 'stop-speech' }])
    expect(play([text(' So.')], state).effects).toEqual([{ type: 'renew-limit' }])
  })

  it('is stopped together with its reply', () => {
    const { state, effects } = play([...SPEAKING, { type: 'stop-asked', what: 'reply' }])
    expect(state).toEqual({ phase: 'idle', hint: undefined })
    expect(effects).toEqual([{ type: 'stop-speech' }, { type: 'stop-reply', turnId: 't1' }])
  })

  it('stops a reply that belongs to no turn here', () => {
    const { state, effects } = play([{ type: 'stop-asked', what: 'reply' }])
    expect(state.phase).toBe('idle')
    expect(effects).toEqual([{ type: 'stop-reply', turnId: undefined }])
  })
})

describe('interrupting', () => {
  it('silences and stops the reply and records, on a press', () => {
    const { state, effects } = play([...SPEAKING, press(0)])
    expect(state.phase).toBe('opening')
    expect(effects).toEqual([
      { type: 'stop-speech' },
      { type: 'stop-reply', turnId: 't1' },
      { type: 'open-microphone', utteranceId: 'u1' },
    ])
  })

  it('stops voice and reply and asks again, on Send', () => {
    const { state, effects } = play([...SPEAKING, submit('no, wait', 't2')])
    expect(state).toMatchObject({ phase: 'waiting', turnId: 't2' })
    expect(effects).toEqual([
      { type: 'stop-speech' },
      { type: 'stop-reply', turnId: 't1' },
      { type: 'ask', turnId: 't2', text: 'no, wait' },
    ])
  })

  it('has nothing to stop if only the voice was active', () => {
    expect(play([...SPEAKING, ended('complete'), press(0)]).effects).toEqual([
      { type: 'stop-speech' },
      { type: 'open-microphone', utteranceId: 'u1' },
    ])
  })

  it('ignores output of the reply after it was cancelled', () => {
    const cancelled = play([...WAITING, escape]).state
    for (const late of [started(true), text('late'), ended('complete'), speech('speech-started')]) {
      expect(voiceTransition(cancelled, late)).toEqual({ state: cancelled, effects: [] })
    }
  })

  it('ignores output of an earlier reply while the next is awaited', () => {
    const next = play([...WAITING, submit('again', 't2')]).state
    for (const late of [started(true), text('late'), ended('failed'), speech('speech-ended')]) {
      expect(voiceTransition(next, late)).toEqual({ state: next, effects: [] })
    }
  })
})

describe('Escape', () => {
  it.each([
    ['stops the voice and leaves the reply', SPEAKING, 'replying', [{ type: 'stop-speech' }]],
    ['then stops the reply', [...SPEAKING, escape], 'idle', [{ type: 'stop-reply', turnId: 't1' }]],
    ['cancels the opening', [press(0)], 'idle', [{ type: 'discard-recording', utteranceId: 'u1' }]],
    ['cancels the recording', HELD, 'idle', [{ type: 'discard-recording', utteranceId: 'u1' }]],
    [
      'stops transcription and stores the recording',
      HEARING,
      'idle',
      [{ type: 'abandon-hearing', utteranceIds: ['u1'] }],
    ],
    ['stops the pending reply', WAITING, 'idle', [{ type: 'stop-reply', turnId: 't1' }]],
    ['dismisses a failure', [...WAITING, ended('failed')], 'idle', []],
    ['does nothing when idle', [], 'idle', []],
    ['leaves a transcript in the field', [...HEARING, heard('hi')], 'reviewing', []],
  ])('%s', (_what, events, phase, effects) => {
    const escaped = play([...events, escape])
    expect(escaped.state.phase).toBe(phase)
    expect(escaped.effects).toEqual(effects)
  })

  it('returns to transcribing when a second recording is cancelled', () => {
    expect(play([...HEARING, press(3_000, 'u2'), escape]).state).toMatchObject({
      phase: 'hearing',
      queue: [{ utteranceId: 'u1' }],
    })
  })
})

describe('speaking a reply again', () => {
  it.each([
    ['at rest', []],
    ['after another voice', [...SPEAKING, ended('complete')]],
  ])('begins %s', (_when, events) => {
    const { state, effects } = play([...events, replay])
    expect(state).toEqual({ phase: 'replying', turnId: 't9', isWriting: false, voice: 'coming' })
    expect(effects.at(-1)).toEqual({
      type: 'replay-speech',
      turnId: 't9',
      replyId: 'r0',
      markdown: 'Once more.',
      fromOffset: 5,
    })
  })

  it.each([
    ['the user speaks', HELD],
    ['a reply is written', SPEAKING],
    ['a reply is pending', WAITING],
  ])('does not begin while %s', (_when, events) => {
    const { state } = play(events)
    expect(voiceTransition(state, replay)).toEqual({ state, effects: [] })
  })
})
