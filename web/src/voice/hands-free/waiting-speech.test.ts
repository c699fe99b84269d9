import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  activityChanged,
  CONTINUOUS,
  due,
  speechEnded,
  candidateClassified,
  speechMisfired,
  playEvents,
  SPEAKING,
  speechStarted,
  WAKE,
} from './hands-free-machine.fixture.ts'
import { handsFreeTransition } from './hands-free-machine.ts'
import type { HandsFreeEvent, Meaning } from './hands-free-state.ts'
import { OFF } from './hands-free-step.ts'

const HALF = { duplex: 'half', interruptsOverEcho: false } as const
const words = (text: string): Meaning => ({ kind: 'words', text })
const overEcho = (timeMs: number, id = 'p1'): HandsFreeEvent => ({
  type: 'speech-started',
  at: timeMs,
  id,
  isLouderThanEcho: true,
})
/** Spoken into the echo of the voice from 1 s to 2 s. */
const SPOKEN_INTO = [...SPEAKING, overEcho(1_000), speechEnded(2_000)]

describe('speech during the voice in half duplex', () => {
  it('is recorded without a change to the voice, and classified at its end', () => {
    expect(playEvents([...SPEAKING, overEcho(1_000)], HALF).effects).toEqual([
      { type: 'start-candidate', id: 'p1', onsetAt: 1_000 },
    ])
    const { state, effects } = playEvents(SPOKEN_INTO, HALF)
    expect(state).toMatchObject({ phase: 'replying', interruption: { stage: 'none' } })
    expect(effects).toEqual([
      { type: 'end-candidate', id: 'p1', at: 2_000 },
      { type: 'classify-candidate', id: 'p1', isOver: true },
    ])
  })

  it('is stored when its words are known, and becomes the turn after the reply', () => {
    const stored = playEvents([...SPOKEN_INTO, candidateClassified(words('And the moon?'), 2_300)], HALF)
    expect(stored.effects).toEqual([{ type: 'store-candidate', id: 'p1' }])
    const over = playEvents([activityChanged('free', 9_000)], HALF, stored.state)
    expect(over.effects).toEqual([
      { type: 'accept-candidate', id: 'p1', words: 'And the moon?', isOverVoice: true },
      { type: 'end-utterance', id: 'p1' },
    ])
    expect(over.state).toMatchObject({
      phase: 'pausing',
      silentSince: 2_000,
      turn: { untranscribed: ['p1'] },
    })
    // The person finished long ago.
    expect(over.dueAt).toBeLessThan(9_000)
    expect(playEvents([due(9_005)], HALF, over.state).effects).toEqual([{ type: 'finish-turn', sends: true }])
  })

  it('of several sounds is one turn, in their order', () => {
    const said = [
      ...SPOKEN_INTO,
      overEcho(3_000, 'p2'),
      candidateClassified(words('And the moon?'), 3_100),
      speechEnded(3_500),
    ]
    const heard = [...said, candidateClassified(words('How far is it?'), 3_800, 'p2')]
    const { effects, state } = playEvents([...heard, activityChanged('free', 9_000)], HALF)
    expect(effects.map((effect) => ('words' in effect ? effect.words : effect.type))).toEqual([
      'And the moon?',
      'end-utterance',
      'How far is it?',
      'end-utterance',
    ])
    expect(state).toMatchObject({ turn: { untranscribed: ['p1', 'p2'] } })
  })

  it('joins what is still being said when the voice ends', () => {
    const said = [...SPOKEN_INTO, candidateClassified(words('And the moon?'), 2_300), overEcho(8_000, 'p2')]
    const { effects, state } = playEvents([...said, activityChanged('free', 9_000)], HALF)
    expect(state).toMatchObject({ phase: 'talking', utteranceId: 'p2', turn: { untranscribed: ['p1'] } })
    expect(effects.at(-1)).toEqual({
      type: 'accept-candidate',
      id: 'p2',
      words: undefined,
      isOverVoice: true,
    })
  })

  it('is transcribed after the reply if its words are not known by then', () => {
    const late = playEvents([...SPOKEN_INTO, activityChanged('free', 2_100)], HALF)
    expect(late.effects).toContainEqual({
      type: 'accept-candidate',
      id: 'p1',
      words: undefined,
      isOverVoice: true,
    })
    const failed = playEvents([...SPOKEN_INTO, candidateClassified({ kind: 'failed' }, 2_300)], HALF)
    expect(failed.types).toEqual(['store-candidate'])
    expect(playEvents([activityChanged('free', 9_000)], HALF, failed.state).types).toContain(
      'accept-candidate',
    )
  })

  it.each<Meaning>([
    { kind: 'nothing' },
    { kind: 'backchannel' },
    { kind: 'stop' },
    { kind: 'no-recognizer' },
    { kind: 'wake-word', word: 'vee', rest: '' },
  ])('of %j is dropped', (meaning) => {
    const heard = playEvents([...SPOKEN_INTO, candidateClassified(meaning, 2_300)], HALF)
    expect(heard.types).toEqual(['drop-candidate'])
    const over = playEvents([activityChanged('free', 9_000)], HALF, heard.state)
    expect(over).toMatchObject({ state: { phase: 'ready' }, types: [] })
  })

  it('continues in another recording after 20 s', () => {
    const long = playEvents([...SPEAKING, overEcho(1_000)], HALF)
    expect(long.dueAt).toBe(21_000)
    const next = playEvents([due(21_000, 'p2')], HALF, long.state)
    expect(next.types).toEqual(['end-candidate', 'classify-candidate', 'start-candidate'])
    expect(playEvents([speechEnded(22_000)], HALF, next.state).effects).toContainEqual({
      type: 'end-candidate',
      id: 'p2',
      at: 22_000,
    })
  })

  it('is offered to the user when listening ends', () => {
    const transcribed = [...SPOKEN_INTO, candidateClassified(words('And the moon?'), 2_300)]
    expect(playEvents([...transcribed, { type: 'stopped' }], HALF).effects).toEqual([
      { type: 'duck', isDucked: false },
      { type: 'offer-candidate', id: 'p1', words: 'And the moon?' },
      { type: 'close' },
    ])
    expect(playEvents([...transcribed, { type: 'failed', reason: 'vanished' }], HALF).types).toEqual([
      'duck',
      'offer-candidate',
      'close',
      'fail',
    ])
  })

  it('addresses an assistant by name, and in voice activation only so', () => {
    const called: Meaning = { kind: 'wake-word', word: 'tutor', rest: 'explain it' }
    const over = [candidateClassified(called, 2_300), activityChanged('free', 9_000)]
    expect(playEvents([...SPOKEN_INTO, ...over], HALF).types).toEqual([
      'apply-wake-word',
      'accept-candidate',
      'end-utterance',
    ])
    const activated = [
      ...WAKE,
      activityChanged('replying', 100),
      activityChanged('speaking', 200),
      overEcho(1_000),
    ]
    const asked = [...activated, speechEnded(2_000)]
    expect(playEvents([...asked, ...over], HALF).types).toEqual([
      'apply-wake-word',
      'accept-candidate',
      'end-utterance',
    ])
    expect(playEvents([...asked, candidateClassified(words('Pass me the salt'), 2_300)], HALF).types).toEqual(
      ['drop-candidate'],
    )
  })

  it('interrupts the voice where the user allowed it', () => {
    const endpointing = { duplex: 'half', interruptsOverEcho: true } as const
    const { types } = playEvents(
      [...SPOKEN_INTO, candidateClassified(words('And the moon?'), 2_300)],
      endpointing,
    )
    expect(types).toContain('interrupt')
  })
})

describe('speech before the voice in half duplex', () => {
  /** A question that was sent at 5 s; the speech is too late to continue it. */
  const LATE = [...CONTINUOUS, activityChanged('replying', 5_000), speechStarted(8_500, 'p1')]

  it('becomes the turn after the reply', () => {
    const transcribed = [...LATE, speechEnded(9_500), candidateClassified(words('And the moon?'), 9_800)]
    expect(playEvents(transcribed, HALF).types).toEqual(['store-candidate'])
    expect(playEvents([...transcribed, activityChanged('free', 20_000)], HALF).types).toEqual([
      'accept-candidate',
      'end-utterance',
    ])
  })

  it('delays the voice until it ends, for 6 s at most', () => {
    const voiced = playEvents([...LATE, activityChanged('speaking', 9_000)], HALF)
    expect(voiced.effects).toEqual([{ type: 'pause', isPaused: true }])
    expect(playEvents([speechEnded(9_500)], HALF, voiced.state).effects).toContainEqual({
      type: 'pause',
      isPaused: false,
    })
    expect(playEvents([speechMisfired(9_500)], HALF, voiced.state).effects).toContainEqual({
      type: 'pause',
      isPaused: false,
    })
    expect(voiced.dueAt).toBe(15_000)
    expect(playEvents([due(15_000)], HALF, voiced.state).types).toEqual([
      'end-candidate',
      'classify-candidate',
      'pause',
    ])
  })

  it('stops the reply if it says so', () => {
    const { state, types } = playEvents(
      [...LATE, speechEnded(9_000), candidateClassified({ kind: 'stop' }, 9_300)],
      HALF,
    )
    expect(state.phase).toBe('ready')
    expect(types).toEqual(['drop-candidate', 'interrupt'])
  })
})

const meaning = fc.constantFrom<Meaning>(
  words('And the moon?'),
  { kind: 'nothing' },
  { kind: 'backchannel' },
  { kind: 'failed' },
  { kind: 'stop' },
  { kind: 'no-recognizer' },
  { kind: 'wake-word', word: 'vee', rest: 'more' },
)
const anything = fc.oneof(
  fc.record({ type: fc.constant('starts' as const), isLouderThanEcho: fc.boolean() }),
  fc.record({ type: fc.constant('ends' as const) }),
  fc.record({ type: fc.constant('misfires' as const) }),
  fc.record({ type: fc.constant('due' as const) }),
  fc.record({ type: fc.constant('classified' as const), meaning, which: fc.nat(3) }),
  fc.record({
    type: fc.constant('activity' as const),
    activity: fc.constantFrom('free' as const, 'replying' as const, 'speaking' as const),
  }),
)

it('accepts, offers or drops every recording once, and never interrupts an audible voice', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('continuous' as const, 'voice-activation' as const),
      fc.array(anything, { maxLength: 40 }),
      (mode, happenings) => {
        const endpointing = { ...playEvents([]).endpointing, ...HALF }
        const open = new Set<string>()
        let state: ReturnType<typeof handsFreeTransition>['state'] = OFF
        let offset = 0
        let isAudible = false
        const faults: string[] = []
        function dispatch(event: HandsFreeEvent): void {
          const step = handsFreeTransition(state, event, { endpointing, language: 'en-US' })
          state = step.state
          for (const effect of step.effects) {
            if (effect.type === 'start-candidate') open.add(effect.id)
            if (effect.type === 'interrupt' && isAudible) faults.push('interrupted')
            const isEnd =
              effect.type === 'drop-candidate' ||
              effect.type === 'accept-candidate' ||
              effect.type === 'offer-candidate'
            if (isEnd && !open.delete(effect.id)) faults.push(`ended twice: ${effect.id}`)
          }
        }
        dispatch({ type: 'started', mode, at: offset })
        dispatch({ type: 'opened', at: offset })
        for (const [index, happening] of happenings.entries()) {
          // Longer than the time in which speech continues the question.
          offset += 3_100
          if (happening.type === 'starts')
            dispatch({
              type: 'speech-started',
              at: offset,
              id: `id${index}`,
              isLouderThanEcho: happening.isLouderThanEcho && isAudible,
            })
          else if (happening.type === 'ends') dispatch(speechEnded(offset))
          else if (happening.type === 'misfires') dispatch(speechMisfired(offset))
          else if (happening.type === 'due') dispatch(due(offset, `id${index}`))
          else if (happening.type === 'activity') {
            isAudible = happening.activity === 'speaking'
            dispatch(activityChanged(happening.activity, offset))
          } else {
            const id = [...open][happening.which]
            if (id !== undefined) dispatch(candidateClassified(happening.meaning, offset, id))
          }
        }
        dispatch({ type: 'stopped' })
        expect([...faults, ...open]).toEqual([])
      },
    ),
    { numRuns: 500 },
  )
})
