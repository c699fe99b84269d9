import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { READY, voiceTransition } from './voice-machine.ts'
import type { VoiceEvent } from './voice-event.ts'
import { isMicrophoneOpen, timeLimitOf, type VoiceState } from './voice-state.ts'

const utteranceId = fc.constantFrom('u1', 'u2', 'u3')
const turnId = fc.constantFrom('t1', 't2')
const at = fc.nat(5_000)

function event(type: VoiceEvent['type'], fields: object = {}) {
  return fc.record({ type: fc.constant(type), ...fields }) as fc.Arbitrary<VoiceEvent>
}

const anyEvent: fc.Arbitrary<VoiceEvent> = fc.oneof(
  event('pressed', { at, utteranceId }),
  event('released', { at }),
  fc.record({
    type: fc.constant('stop-asked' as const),
    what: fc.constantFrom('speech' as const, 'reply' as const, 'innermost' as const),
  }),
  event('utterance-began', { utteranceId }),
  event('utterance-ended', { utteranceId }),
  event('utterance-dropped', { utteranceId }),
  event('turn-finished', { sends: fc.boolean() }),
  event('listening-failed', { reason: fc.constantFrom('denied', 'vanished') }),
  event('pause-asked', { isPaused: fc.boolean() }),
  event('submitted', { turnId, text: fc.constantFrom('', 'words') }),
  event('replay-asked', {
    turnId,
    replyId: fc.constant('r0'),
    markdown: fc.constant('again'),
    fromOffset: fc.nat(5),
  }),
  event('retry-asked', { utteranceId }),
  event('page-hidden'),
  event('timed-out'),
  event('microphone-opened', { utteranceId }),
  event('microphone-failed', { utteranceId, reason: fc.constantFrom('denied', 'none', 'busy') }),
  event('microphone-lost', { utteranceId }),
  event('transcribed', { utteranceId, text: fc.constant('words') }),
  event('no-speech-found', { utteranceId, hint: fc.constantFrom('too-short', 'no-speech', 'obeyed') }),
  event('transcription-failed', { utteranceId, reason: fc.constantFrom('offline', 'broken') }),
  event('reply-rejoined', { turnId, isFromStart: fc.boolean() }),
  event('reply-started', { turnId, replyId: fc.constant('r1'), isAloud: fc.boolean() }),
  event('reply-text', { turnId, text: fc.constant('words') }),
  event('reply-retracted', { turnId, length: fc.constant(5) }),
  event('reply-ended', { turnId, outcome: fc.constantFrom('complete', 'stopped', 'failed') }),
  event('speech-started', { turnId }),
  event('speech-went-on', { turnId }),
  event('speech-blocked', { turnId }),
  event('speech-ended', { turnId }),
)

/** Tracks the effects: what is open, what is spoken, what is written. */
class World {
  microphones = new Set<string>()
  isVoiced = false
  written = new Set<string>()

  follow(effects: ReturnType<typeof voiceTransition>['effects']) {
    for (const effect of effects) {
      // An utterance starts without a separate microphone.
      if (effect.type === 'open-microphone' || effect.type === 'start-recording')
        this.microphones.add(effect.utteranceId)
      if (effect.type === 'discard-recording' || effect.type === 'finish-recording') {
        this.microphones.delete(effect.utteranceId)
      }
      if (effect.type === 'begin-speech' || effect.type === 'replay-speech') this.isVoiced = true
      if (effect.type === 'stop-speech') this.isVoiced = false
      if (effect.type === 'ask') this.written.add(effect.turnId)
      if (effect.type === 'stop-reply' && effect.turnId !== undefined) this.written.delete(effect.turnId)
    }
  }
}

function runEvents(events: readonly VoiceEvent[], visit: (state: VoiceState, world: World) => void) {
  const world = new World()
  let state = READY
  for (const event of events) {
    const next = voiceTransition(state, event)
    // A microphone that failed was never open.
    if (event.type === 'microphone-failed' && next.state !== state)
      world.microphones.delete(event.utteranceId)
    if (event.type === 'speech-ended' && next.state !== state) world.isVoiced = false
    if (event.type === 'reply-ended' && next.state !== state) world.written.delete(event.turnId)
    world.follow(next.effects)
    state = next.state
    visit(state, world)
  }
  return state
}

const anyStory = fc.array(anyEvent, { maxLength: 60 })

describe('the voice machine, for any events', () => {
  it('has the microphone open exactly while its state shows it', () => {
    fc.assert(
      fc.property(anyStory, (events) => {
        runEvents(events, (state, world) => {
          expect(world.microphones.size).toBe(isMicrophoneOpen(state) ? 1 : 0)
        })
      }),
    )
  })

  it('speaks only of a turn, and never while the microphone is open', () => {
    fc.assert(
      fc.property(anyStory, (events) => {
        runEvents(events, (state, world) => {
          expect(!world.isVoiced || 'turnId' in state).toBe(true)
          expect(state.phase !== 'speaking' || world.isVoiced).toBe(true)
        })
      }),
    )
  })

  it('never transcribes an utterance twice at once, nor without one', () => {
    fc.assert(
      fc.property(anyStory, (events) => {
        runEvents(events, (state) => {
          const ids = 'queue' in state ? state.queue.map((queued) => queued.utteranceId) : []
          expect(new Set(ids).size).toBe(ids.length)
          expect(state.phase !== 'transcribing' || ids.length > 0).toBe(true)
        })
      }),
    )
  })

  it('returns to idle in at most three escapes', () => {
    fc.assert(
      fc.property(anyStory, (events) => {
        const end = runEvents(events, () => undefined)
        const escapes: VoiceEvent[] = Array.from({ length: 3 }, () => ({
          type: 'stop-asked',
          what: 'innermost',
        }))
        const rest = escapes.reduce((state, event) => voiceTransition(state, event).state, end)
        expect(['idle', 'reviewing']).toContain(rest.phase)
      }),
    )
  })

  it('becomes idle by its time limits alone', () => {
    fc.assert(
      fc.property(anyStory, (events) => {
        let state = runEvents(events, () => undefined)
        for (let steps = 0; steps < 5 && timeLimitOf(state) !== undefined; steps++) {
          state = voiceTransition(state, { type: 'timed-out' }).state
        }
        expect(timeLimitOf(state)).toBeUndefined()
      }),
    )
  })
})
