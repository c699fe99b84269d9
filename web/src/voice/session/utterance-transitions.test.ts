import { describe, expect, it } from 'vitest'
import {
  transcribed,
  TRANSCRIBING,
  microphoneOpened,
  playEvents,
  pressed,
  released,
} from './voice-machine.fixture.ts'
import type { VoiceEvent } from './voice-event.ts'

const begins = (utteranceId: string): VoiceEvent => ({ type: 'utterance-began', utteranceId })
const ends = (utteranceId: string): VoiceEvent => ({ type: 'utterance-ended', utteranceId })
const drops = (utteranceId: string): VoiceEvent => ({ type: 'utterance-dropped', utteranceId })
const nothing = (utteranceId: string): VoiceEvent => ({
  type: 'no-speech-found',
  utteranceId,
  hint: 'no-speech',
})
const finished = (sends: boolean): VoiceEvent => ({ type: 'turn-finished', sends })

/** Spoken, transcribed, and in the message field. */
const SAID = [begins('u1'), ends('u1'), transcribed('well', 'u1')]

describe('the words of a turn are sent at its end', () => {
  it.each([
    ['after a sound without speech', [...SAID, begins('u2'), drops('u2')]],
    ['after speech without words', [...SAID, begins('u2'), ends('u2'), nothing('u2')]],
    [
      'known during a sound without speech',
      [begins('u1'), ends('u1'), begins('u2'), transcribed('well', 'u1'), drops('u2')],
    ],
    ['after two such sounds', [...SAID, begins('u2'), drops('u2'), begins('u3'), ends('u3'), nothing('u3')]],
  ])('%s', (_, events) => {
    expect(playEvents(events).state).toEqual({ phase: 'reviewing' })
    expect(playEvents([...events, finished(true)]).effects).toEqual([{ type: 'send' }])
    expect(playEvents([...events, finished(false)]).effects).toEqual([{ type: 'submit-or-review' }])
  })

  it('that ended while no more speech was detected', () => {
    const events = [...SAID, begins('u2'), ends('u2'), finished(false), nothing('u2')]
    expect(playEvents(events).effects).toEqual([{ type: 'submit-or-review' }])
  })
})

it('a turn without words returns to the previous state', () => {
  const { state, effects } = playEvents([begins('u1'), drops('u1'), finished(true)])
  expect(state).toEqual({ phase: 'idle', hint: undefined })
  expect(effects).toEqual([])
})

it('offers words for review in manual mode too, even if the next recording contained none', () => {
  const next = [pressed(5_000, 'u2'), microphoneOpened('u2'), transcribed('well'), released(6_000)]
  const { state, effects } = playEvents([...TRANSCRIBING, ...next, nothing('u2')])
  expect(state).toEqual({ phase: 'reviewing' })
  expect(effects).toEqual([{ type: 'submit-or-review' }])
  // A recording without words shows a hint at words that are already in the field.
  const reviewed = playEvents([
    ...TRANSCRIBING,
    transcribed('well'),
    pressed(5_000, 'u2'),
    microphoneOpened('u2'),
    released(6_000),
    nothing('u2'),
  ])
  expect(reviewed.state).toEqual({ phase: 'idle', hint: 'no-speech' })
})
