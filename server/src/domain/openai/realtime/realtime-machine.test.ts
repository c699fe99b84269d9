import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  realtimeStateName,
  realtimeTransition,
  type RealtimeEffect,
  type RealtimeState,
  type RealtimeTurnEvent,
  SILENT,
} from './realtime-machine.ts'
import { INITIAL_STATE } from './session-state.ts'

interface Visit {
  readonly before: RealtimeState
  readonly event: RealtimeTurnEvent
  readonly state: RealtimeState
  readonly effects: readonly RealtimeEffect[]
}

function run(events: readonly RealtimeTurnEvent[], visit: (visit: Visit) => void = () => {}) {
  let before = SILENT
  let last: readonly RealtimeEffect[] = []
  for (const event of events) {
    const { state, effects } = realtimeTransition(before, event)
    visit({ before, event, state, effects })
    before = state
    last = effects
  }
  return { name: realtimeStateName(before), decisions: last.map(({ type, reason }) => `${type}: ${reason}`) }
}

const detection = (interrupts = true, responds = true): RealtimeTurnEvent => ({
  type: 'detection-changed',
  detection: { interrupts, responds },
})
const SPEECH: RealtimeTurnEvent = { type: 'speech-started', atMs: 0, itemId: 'i1' }
const STOP: RealtimeTurnEvent = { type: 'speech-stopped', atMs: 500, pcm: new Uint8Array(2) }
const TRANSCRIBING: RealtimeTurnEvent = { type: 'transcription-started' }
const words = (hasWords = true, isTurn = true): RealtimeTurnEvent => ({
  type: 'transcription-ended',
  isTurn,
  hasWords,
  responseId: 'r1',
})
const REQUEST: RealtimeTurnEvent = {
  type: 'response-requested',
  request: { request: {}, state: INITIAL_STATE, items: undefined },
  eventId: null,
  responseId: 'r2',
}
const ended = (id: string): RealtimeTurnEvent => ({ type: 'response-ended', id, responseId: 'r3' })
const cancelled = (id?: string): RealtimeTurnEvent => ({ type: 'cancel-requested', id, eventId: null })
const committed = (ms: number): RealtimeTurnEvent => ({
  type: 'audio-committed',
  pcm: new Uint8Array(2),
  ms,
  itemId: 'i2',
})
const SPOKEN = [SPEECH, STOP, TRANSCRIBING]

describe('the machine of the turns of a session', () => {
  it.each<[string, readonly RealtimeTurnEvent[], string, readonly string[]]>([
    ['announces speech', [detection(), SPEECH], 'speaking', ['announce-speech-start: voice-detected']],
    [
      'commits speech that has stopped',
      [detection(), SPEECH, STOP],
      'silent',
      ['announce-speech-end: silence-detected', 'commit-audio: silence-detected'],
    ],
    ['responds to words', [detection(), ...SPOKEN, words()], 'responding', ['start-response: words-known']],
    ['does not respond to noise', [detection(), ...SPOKEN, words(false)], 'silent', []],
    ['does not respond where the client does', [detection(true, false), ...SPOKEN, words()], 'silent', []],
    [
      'does not respond to audio that the client commits',
      [detection(), committed(500), TRANSCRIBING, words(true, false)],
      'silent',
      [],
    ],
    ['waits for the other words', [detection(), TRANSCRIBING, ...SPOKEN, words()], 'transcribing', []],
    ['waits while the user speaks', [detection(), ...SPOKEN, SPEECH, words()], 'speaking', []],
    [
      'responds to them after a sound without words',
      [detection(), ...SPOKEN, SPEECH, words(), STOP, TRANSCRIBING, words(false)],
      'responding',
      ['start-response: words-known'],
    ],
    [
      'is interrupted by speech',
      [detection(), REQUEST, SPEECH],
      'speaking/responding',
      ['announce-speech-start: voice-detected', 'cancel-response: speech-during-response'],
    ],
    [
      'is not interrupted where the client does not want it',
      [detection(false), REQUEST, SPEECH],
      'speaking/responding',
      ['announce-speech-start: voice-detected'],
    ],
    [
      'answers the interruption when the response has ended',
      [detection(), REQUEST, ...SPOKEN, words(), ended('r2')],
      'responding',
      ['start-response: response-ended'],
    ],
    ['ignores the end of another response', [REQUEST, ended('r1')], 'responding', []],
    ['responds to the client', [REQUEST], 'responding', ['start-response: client']],
    [
      'rejects a second response',
      [REQUEST, REQUEST],
      'responding',
      ['reject-request: conversation_already_has_active_response'],
    ],
    ['cancels for the client', [REQUEST, cancelled()], 'responding', ['cancel-response: client']],
    [
      'rejects to cancel another',
      [REQUEST, cancelled('r9')],
      'responding',
      ['reject-request: response_cancel_not_active'],
    ],
    ['commits for the client', [committed(100)], 'silent', ['commit-audio: client']],
    [
      'rejects to commit nothing',
      [committed(99)],
      'silent',
      ['reject-request: input_audio_buffer_commit_empty'],
    ],
    ['forgets speech that is cleared', [detection(), SPEECH, { type: 'audio-cleared' }, STOP], 'silent', []],
  ])('%s', (_, events, name, decisions) => {
    expect(run(events)).toEqual({ name, decisions })
  })

  it('for any events has at most one response, and starts none by itself while the user speaks', () => {
    const anyEvents = fc.constantFrom(
      [detection()],
      [detection(false)],
      [SPEECH],
      [STOP],
      [TRANSCRIBING, words()],
      [...SPOKEN, words()],
      [TRANSCRIBING, words(false)],
      [REQUEST],
      [ended('r1')],
      [ended('r2')],
      [ended('r3')],
      [cancelled()],
      [committed(500)],
    )
    fc.assert(
      fc.property(fc.array(anyEvents, { maxLength: 60 }), (events) => {
        const faults: string[] = []
        run(events.flat(), ({ before, event, state, effects }) => {
          const isFree = before.responseId === undefined || event.type === 'response-ended'
          for (const effect of effects) {
            if (effect.type === 'start-response' && !isFree) faults.push('two responses')
            const isOwn = effect.type === 'start-response' && effect.request === undefined
            if (isOwn && state.speakingItemId !== undefined) faults.push('a response while speaking')
            if (effect.type === 'cancel-response' && before.responseId === undefined)
              faults.push('cancelled nothing')
          }
        })
        expect(faults).toEqual([])
      }),
    )
  })
})
