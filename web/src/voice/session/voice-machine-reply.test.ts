import { describe, expect, it } from 'vitest'
import { voiceTransition } from './voice-machine.ts'
import {
  replyEnded,
  stopAsked,
  TRANSCRIBING,
  HELD,
  transcribed,
  playEvents,
  pressed,
  SPEAKING,
  speechEvent,
  replyStarted,
  submitted,
  replyText,
  timedOut,
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

const pause = (isPaused: boolean): VoiceEvent => ({ type: 'pause-asked', isPaused })
const pausing = (isPaused: boolean) => ({ type: 'pause-speech', isPaused })

describe('asking', () => {
  it('enters at waiting with typed text', () => {
    const { state, effects } = playEvents(WAITING)
    expect(state).toEqual({ phase: 'waiting', turnId: 't1', voice: 'off' })
    expect(effects).toEqual([{ type: 'ask', turnId: 't1', text: 'How are you' }])
  })

  it('sends a reviewed transcript the same way', () => {
    expect(playEvents([...TRANSCRIBING, transcribed('hi'), submitted('hi there')]).effects).toEqual([
      { type: 'ask', turnId: 't1', text: 'hi there' },
    ])
  })

  it('asks nothing without text', () => {
    expect(playEvents([submitted(' \n')])).toEqual({ state: IDLE, effects: [] })
  })

  it('closes the microphone that is being opened', () => {
    expect(playEvents([pressed(0), submitted('typed')]).effects).toEqual([
      { type: 'discard-recording', utteranceId: 'u1' },
      { type: 'ask', turnId: 't1', text: 'typed' },
    ])
  })
})

describe('a reply that fails while it is played', () => {
  it('is played to its last word before the failure is shown', () => {
    const { state } = playEvents([...SPEAKING, replyEnded('failed'), speechEvent('speech-ended')])
    expect(state).toEqual({ phase: 'failed', reason: 'reply-failed', queue: [] })
    expect(
      playEvents([...WRITING_ALOUD, replyEnded('failed'), speechEvent('speech-ended')]).state.phase,
    ).toBe('failed')
  })
})

describe('a reply that is read', () => {
  it('is waited for until its first text', () => {
    expect(playEvents([...WAITING, replyStarted(false)]).state.phase).toBe('waiting')
    expect(playEvents([...WAITING, replyStarted(false), replyText('Well')]).state).toEqual({
      phase: 'replying',
      turnId: 't1',
      isWriting: true,
      voice: 'off',
    })
  })

  it.each(['complete', 'stopped'] as const)('rests when it is %s', (outcome) => {
    expect(playEvents([...WAITING, replyStarted(false), replyText('Well'), replyEnded(outcome)])).toEqual({
      state: IDLE,
      effects: [],
    })
  })

  it.each([
    ['before its first word', [replyEnded('failed')]],
    ['in the middle', [replyStarted(false), replyText('Well'), replyEnded('failed')]],
  ])('shows that it failed %s', (_when, events) => {
    expect(playEvents([...WAITING, ...events]).state).toMatchObject({
      phase: 'failed',
      reason: 'reply-failed',
    })
  })

  it('fails a reply without progress', () => {
    const { state, effects } = playEvents([...WAITING, timedOut])
    expect(state).toMatchObject({ phase: 'failed', reason: 'no-reply' })
    expect(effects).toEqual([{ type: 'stop-reply', turnId: 't1' }])
    expect(playEvents([...WRITING_ALOUD, timedOut]).effects).toEqual([
      { type: 'stop-speech' },
      { type: 'stop-reply', turnId: 't1' },
    ])
  })

  it('is followed again after the page was reloaded', () => {
    const rejoined = playEvents([{ type: 'reply-rejoined', turnId: 't1', isFromStart: false }])
    expect(rejoined.state).toMatchObject({ phase: 'replying', isWriting: true, voice: 'off' })
    expect(playEvents([replyText('more'), replyEnded('complete')], rejoined.state).state).toEqual(IDLE)
  })

  it('is spoken if the conversation started it', () => {
    const begun: VoiceEvent = { type: 'reply-rejoined', turnId: 't1', isFromStart: true }
    expect(playEvents([begun, replyStarted(true), replyText('Well.')]).effects).toEqual(
      playEvents([...WAITING, replyStarted(true), replyText('Well.')]).effects,
    )
    const failed = playEvents([...WAITING, replyEnded('failed')]).state
    expect(playEvents([begun, replyStarted(true)], failed).effects).toContainEqual({
      type: 'begin-speech',
      turnId: 't1',
      replyId: 'r1',
    })
  })

  it('does not confuse a rejoined reply with the current one', () => {
    const waiting = playEvents(WAITING).state
    expect(voiceTransition(waiting, { type: 'reply-rejoined', turnId: 't0', isFromStart: false }).state).toBe(
      waiting,
    )
  })
})

describe('a reply that is spoken', () => {
  it('is spoken while it is written', () => {
    expect(playEvents([...WAITING, replyStarted(true)]).effects).toEqual([
      { type: 'begin-speech', turnId: 't1', replyId: 'r1' },
    ])
    expect(playEvents(WRITING_ALOUD).effects).toContainEqual({
      type: 'append-speech',
      turnId: 't1',
      text: 'Well.',
    })
    expect(playEvents(SPEAKING).state).toEqual({
      phase: 'speaking',
      turnId: 't1',
      isWriting: true,
      isPaused: false,
    })
    expect(playEvents([...SPEAKING, replyText(' So.')]).effects).toContainEqual({
      type: 'append-speech',
      turnId: 't1',
      text: ' So.',
    })
  })

  it('is over when it is written and spoken', () => {
    const written = playEvents([...SPEAKING, replyEnded('complete')])
    expect(written.state).toEqual({ phase: 'speaking', turnId: 't1', isWriting: false, isPaused: false })
    expect(written.effects).toEqual([{ type: 'end-speech', turnId: 't1' }])
    expect(playEvents([speechEvent('speech-ended')], written.state).state).toEqual(IDLE)
  })

  it('may be written before its first sound', () => {
    const { state } = playEvents([...WRITING_ALOUD, replyEnded('complete')])
    expect(state).toEqual({ phase: 'replying', turnId: 't1', isWriting: false, voice: 'coming' })
    expect(playEvents([speechEvent('speech-ended')], state).state).toEqual(IDLE)
    expect(playEvents([timedOut], state)).toEqual({ state: IDLE, effects: [{ type: 'stop-speech' }] })
  })

  it('speaks the text before it failed', () => {
    const { state, effects } = playEvents([...SPEAKING, replyEnded('failed')])
    expect(state).toMatchObject({ phase: 'speaking', isWriting: false })
    expect(effects).toEqual([{ type: 'end-speech', turnId: 't1' }])
  })

  it('is silent when it fails before its first word', () => {
    expect(playEvents([...WAITING, replyStarted(true), replyEnded('failed')]).effects).toEqual([
      { type: 'stop-speech' },
    ])
  })

  it('waits for a touch when the browser blocks sound', () => {
    const { state } = playEvents([...WRITING_ALOUD, speechEvent('speech-blocked')])
    expect(state).toMatchObject({ phase: 'replying', voice: 'blocked' })
    expect(playEvents([speechEvent('speech-started')], state).state.phase).toBe('speaking')
    expect(playEvents([...SPEAKING, speechEvent('speech-blocked')]).state).toMatchObject({ voice: 'blocked' })
  })

  describe('that is asked to pause before its first audio', () => {
    it('makes no sound until it may go on', () => {
      const { state, effects } = playEvents([...WRITING_ALOUD, pause(true)])
      expect(state).toMatchObject({ phase: 'replying', voice: 'paused' })
      expect(effects).toContainEqual(pausing(true))
      const goingOn = playEvents([pause(false)], state)
      expect(goingOn.state).toMatchObject({ phase: 'replying', voice: 'coming' })
      expect(goingOn.effects).toContainEqual(pausing(false))
      expect(playEvents([speechEvent('speech-started')], goingOn.state).state).toMatchObject({
        phase: 'speaking',
        isPaused: false,
      })
    })

    it('begins paused if it did not exist yet', () => {
      const { state, effects } = playEvents([...WAITING, pause(true), replyStarted(true)])
      expect(state).toMatchObject({ phase: 'waiting', voice: 'paused' })
      expect(effects).toEqual([{ type: 'begin-speech', turnId: 't1', replyId: 'r1' }, pausing(true)])
      const { effects: goingOn } = playEvents([...WAITING, pause(true), pause(false), replyStarted(true)])
      expect(goingOn).toEqual([{ type: 'begin-speech', turnId: 't1', replyId: 'r1' }])
    })

    it('is paused again if it has just started', () => {
      const { state, effects } = playEvents([...WRITING_ALOUD, pause(true), speechEvent('speech-started')])
      expect(state).toMatchObject({ phase: 'speaking', isPaused: true })
      expect(effects).toEqual([pausing(true)])
    })

    it('may go on while the browser blocks its sound', () => {
      const { state } = playEvents([...WRITING_ALOUD, pause(true), speechEvent('speech-blocked')])
      expect(state).toMatchObject({ phase: 'replying', voice: 'blocked' })
      expect(playEvents([pause(false)], state).effects).toContainEqual(pausing(false))
    })

    it('stays silent if it is text only', () => {
      const { state, effects } = playEvents([
        ...WAITING,
        pause(true),
        replyStarted(false),
        replyText('Well.'),
      ])
      expect(state).toEqual({ phase: 'replying', turnId: 't1', isWriting: true, voice: 'off' })
      expect(effects).toEqual([{ type: 'restart-timeout' }])
    })
  })

  it('continues as text if its voice ends early', () => {
    expect(playEvents([...SPEAKING, speechEvent('speech-ended')]).state).toMatchObject({
      phase: 'replying',
      voice: 'off',
    })
  })

  it('renews its time limit with every sentence', () => {
    const { effects } = playEvents([...SPEAKING, { type: 'speech-went-on', turnId: 't1' }])
    expect(effects).toEqual([{ type: 'restart-timeout' }])
  })

  it('can be silenced and continues as text', () => {
    const { state, effects } = playEvents([...SPEAKING, { type: 'stop-asked', what: 'speech' }])
    expect(state).toMatchObject({ phase: 'replying', voice: 'off' })
    expect(effects).toEqual([{ type: 'stop-speech' }])
    expect(playEvents([replyText(' So.')], state).effects).toEqual([{ type: 'restart-timeout' }])
  })

  it('is stopped together with its reply', () => {
    const { state, effects } = playEvents([...SPEAKING, { type: 'stop-asked', what: 'reply' }])
    expect(state).toEqual({ phase: 'idle', hint: undefined })
    expect(effects).toEqual([{ type: 'stop-speech' }, { type: 'stop-reply', turnId: 't1' }])
  })

  it('stops a reply that belongs to no turn here', () => {
    const { state, effects } = playEvents([{ type: 'stop-asked', what: 'reply' }])
    expect(state.phase).toBe('idle')
    expect(effects).toEqual([{ type: 'stop-reply', turnId: undefined }])
  })
})

describe('interrupting', () => {
  it('silences and stops the reply and records, on a press', () => {
    const { state, effects } = playEvents([...SPEAKING, pressed(0)])
    expect(state.phase).toBe('opening')
    expect(effects).toEqual([
      { type: 'stop-speech' },
      { type: 'stop-reply', turnId: 't1' },
      { type: 'open-microphone', utteranceId: 'u1' },
    ])
  })

  it('stops voice and reply and asks again, on Send', () => {
    const { state, effects } = playEvents([...SPEAKING, submitted('no, wait', 't2')])
    expect(state).toMatchObject({ phase: 'waiting', turnId: 't2' })
    expect(effects).toEqual([
      { type: 'stop-speech' },
      { type: 'stop-reply', turnId: 't1' },
      { type: 'ask', turnId: 't2', text: 'no, wait' },
    ])
  })

  it('has nothing to stop if only the voice was active', () => {
    expect(playEvents([...SPEAKING, replyEnded('complete'), pressed(0)]).effects).toEqual([
      { type: 'stop-speech' },
      { type: 'open-microphone', utteranceId: 'u1' },
    ])
  })

  it('ignores output of the reply after it was cancelled', () => {
    const cancelled = playEvents([...WAITING, stopAsked]).state
    for (const late of [
      replyStarted(true),
      replyText('late'),
      replyEnded('complete'),
      speechEvent('speech-started'),
    ]) {
      expect(voiceTransition(cancelled, late)).toEqual({ state: cancelled, effects: [] })
    }
  })

  it('ignores output of an earlier reply while the next is awaited', () => {
    const next = playEvents([...WAITING, submitted('again', 't2')]).state
    for (const late of [
      replyStarted(true),
      replyText('late'),
      replyEnded('failed'),
      speechEvent('speech-ended'),
    ]) {
      expect(voiceTransition(next, late)).toEqual({ state: next, effects: [] })
    }
  })
})

describe('Escape', () => {
  it.each([
    ['stops the voice and leaves the reply', SPEAKING, 'replying', [{ type: 'stop-speech' }]],
    ['then stops the reply', [...SPEAKING, stopAsked], 'idle', [{ type: 'stop-reply', turnId: 't1' }]],
    ['cancels the opening', [pressed(0)], 'idle', [{ type: 'discard-recording', utteranceId: 'u1' }]],
    ['cancels the recording', HELD, 'idle', [{ type: 'discard-recording', utteranceId: 'u1' }]],
    [
      'stops transcription and stores the recording',
      TRANSCRIBING,
      'idle',
      [{ type: 'abandon-transcriptions', utteranceIds: ['u1'] }],
    ],
    ['stops the pending reply', WAITING, 'idle', [{ type: 'stop-reply', turnId: 't1' }]],
    ['dismisses a failure', [...WAITING, replyEnded('failed')], 'idle', []],
    ['does nothing when idle', [], 'idle', []],
    ['leaves a transcript in the field', [...TRANSCRIBING, transcribed('hi')], 'reviewing', []],
  ])('%s', (_what, events, phase, effects) => {
    const escaped = playEvents([...events, stopAsked])
    expect(escaped.state.phase).toBe(phase)
    expect(escaped.effects).toEqual(effects)
  })

  it('returns to transcribing when a second recording is cancelled', () => {
    expect(playEvents([...TRANSCRIBING, pressed(3_000, 'u2'), stopAsked]).state).toMatchObject({
      phase: 'transcribing',
      queue: [{ utteranceId: 'u1' }],
    })
  })
})

describe('speaking a reply again', () => {
  it.each([
    ['at rest', []],
    ['after another voice', [...SPEAKING, replyEnded('complete')]],
  ])('begins %s', (_when, events) => {
    const { state, effects } = playEvents([...events, replay])
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
    const { state } = playEvents(events)
    expect(voiceTransition(state, replay)).toEqual({ state, effects: [] })
  })
})
