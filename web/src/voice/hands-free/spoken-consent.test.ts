import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  activityChanged,
  candidateClassified,
  CONTINUOUS,
  due,
  playEvents,
  speechEnded,
  speechMisfired,
  speechStarted,
  WAKE,
} from './hands-free-machine.fixture.ts'
import { createWorld, untilSettled } from './hands-free.fixture.ts'
import type { HandsFreeEvent, Meaning } from './hands-free-state.ts'
import { listeningOf } from './hands-free-state.ts'

const HALF = { duplex: 'half', interruptsOverEcho: false } as const
const consentAsked = (callId: string | undefined = 'call1'): HandsFreeEvent => ({
  type: 'consent-asked',
  callId,
})
const closed: HandsFreeEvent = { type: 'consent-asked', callId: undefined }
const answered = (answer: 'yes' | 'no' | 'always'): Meaning => ({ kind: 'consent', answer })
/** The question is spoken from 1 s to 3 s; the microphone hears no echo after that. */
const ASKED_FROM = (start: readonly HandsFreeEvent[]) => [
  ...start,
  activityChanged('replying', 100),
  activityChanged('speaking', 1_000),
  consentAsked(),
  activityChanged('replying', 3_000),
]
const ASKED = ASKED_FROM(CONTINUOUS)
/** Spoken from 4 s to 4.5 s. */
const SPOKEN = [...ASKED, speechStarted(4_000, 'p1'), speechEnded(4_500)]

describe('speech after the question whether a tool may be used', () => {
  it.each(['half', 'full'] as const)('is recorded and classified as an answer, in %s duplex', (duplex) => {
    const { state, effects } = playEvents(SPOKEN, { ...HALF, duplex })
    expect(state).toMatchObject({ phase: 'replying', consent: 'call1', interruption: { stage: 'none' } })
    expect(effects).toEqual([
      { type: 'end-candidate', id: 'p1', at: 4_500 },
      { type: 'classify-candidate', id: 'p1', isOver: true, mayConsent: true },
      { type: 'pause', isPaused: false },
    ])
  })

  it.each(['yes', 'no', 'always'] as const)('answers "%s" once; the reply continues', (answer) => {
    const first = playEvents([...SPOKEN, candidateClassified(answered(answer), 5_000)], HALF)
    expect(first.effects).toEqual([
      { type: 'drop-candidate', id: 'p1' },
      { type: 'answer-consent', callId: 'call1', answer },
    ])
    expect(first.state).toMatchObject({ phase: 'replying', consent: undefined, waiting: [] })
    expect(playEvents([candidateClassified(answered(answer), 5_100)], HALF, first.state).effects).toEqual([])
  })

  it('answers without a wake word in voice activation', () => {
    const events = [...ASKED_FROM(WAKE), speechStarted(4_000, 'p1'), speechEnded(4_500)]
    expect(playEvents([...events, candidateClassified(answered('yes'), 5_000)], HALF).types).toEqual([
      'drop-candidate',
      'answer-consent',
    ])
  })

  it.each<Meaning>([
    { kind: 'nothing' },
    { kind: 'backchannel' },
    { kind: 'wake-word', word: 'vee', rest: '' },
    { kind: 'no-recognizer' },
  ])('of %j is no answer: the question stays open', (meaning) => {
    const { state, types } = playEvents([...SPOKEN, candidateClassified(meaning, 5_000)], HALF)
    expect(types).toEqual(['drop-candidate'])
    expect(state).toMatchObject({ phase: 'replying', consent: 'call1' })
  })

  it.each(['half', 'full'] as const)(
    'of other words waits for the end of the reply, in %s duplex',
    (duplex) => {
      const words: Meaning = { kind: 'words', text: 'What is on that page?' }
      const heard = playEvents([...SPOKEN, candidateClassified(words, 5_000)], { ...HALF, duplex })
      expect(heard.types).toEqual(['store-candidate'])
      expect(heard.state).toMatchObject({ consent: 'call1' })
      const over = playEvents([activityChanged('free', 9_000)], { ...HALF, duplex }, heard.state)
      expect(over.effects).toContainEqual({
        type: 'accept-candidate',
        id: 'p1',
        words: 'What is on that page?',
        isOverVoice: true,
      })
    },
  )

  it('of "stop" ends the reply', () =>
    expect(playEvents([...SPOKEN, candidateClassified({ kind: 'stop' }, 5_000)], HALF).types).toContain(
      'interrupt',
    ))

  it('is dropped if it was no speech', () => {
    const { state, types } = playEvents([...ASKED, speechStarted(4_000, 'p1'), speechMisfired(4_200)], HALF)
    expect(types).toContain('drop-candidate')
    expect(state).toMatchObject({ consent: 'call1', interruption: { stage: 'none' } })
  })

  it('that was recorded before the question, or is classified after it was closed, is no answer', () => {
    const before = [...CONTINUOUS, activityChanged('replying', 100), speechStarted(4_000, 'p1')]
    const early = playEvents([...before, consentAsked(), speechEnded(4_500)], HALF)
    expect(early.effects).toContainEqual({ type: 'classify-candidate', id: 'p1', isOver: true })
    expect(playEvents([candidateClassified(answered('yes'), 5_000)], HALF, early.state).types).toEqual([
      'drop-candidate',
    ])
    expect(playEvents([...SPOKEN, closed, candidateClassified(answered('yes'), 5_000)], HALF).types).toEqual([
      'drop-candidate',
    ])
    // Another question has another call.
    const next = [...SPOKEN, closed, consentAsked('call2'), candidateClassified(answered('yes'), 5_000)]
    expect(playEvents(next, HALF).types).toEqual(['drop-candidate'])
  })

  it('during the question is its echo in half duplex, unless it is louder', () => {
    const asking = [
      ...CONTINUOUS,
      activityChanged('replying', 100),
      activityChanged('speaking', 1_000),
      consentAsked(),
    ]
    expect(playEvents([...asking, speechStarted(2_000)], HALF).effects).toEqual([])
    const over: HandsFreeEvent = { type: 'speech-started', at: 2_000, id: 'p1', isLouderThanEcho: true }
    expect(playEvents([...asking, over], HALF).types).toEqual(['start-candidate'])
    const full = playEvents([...asking, speechStarted(2_000, 'p1'), speechEnded(2_600)], { duplex: 'full' })
    expect(full.types).toContain('classify-candidate')
    // A long noise during the question ends; the question stays.
    const noise = playEvents([...asking, speechStarted(2_000, 'p1')], { duplex: 'full' })
    expect(noise.dueAt).toBe(8_000)
    expect(playEvents([due(8_000)], { duplex: 'full' }, noise.state).state).toMatchObject({
      consent: 'call1',
    })
  })

  it.each(['half', 'full'] as const)('is not taken as a continued question, in %s duplex', (duplex) => {
    const soon = [...CONTINUOUS, activityChanged('replying', 100), consentAsked(), speechStarted(400, 'p1')]
    expect(playEvents(soon, { ...HALF, duplex }).state).toMatchObject({
      interruption: { sound: { joins: false, waits: true, answers: 'call1' } },
    })
  })

  it('leaves the question open in silence, and shows that it is', () => {
    const { state, dueAt } = playEvents(ASKED, HALF)
    expect(dueAt).toBeUndefined()
    expect(listeningOf(state, 'half')).toEqual({
      kind: 'replying',
      mode: 'continuous',
      duplex: 'half',
      awaitsConsent: true,
    })
    expect(listeningOf(playEvents([closed], HALF, state).state, 'half')).not.toHaveProperty('awaitsConsent')
  })

  it('interrupts as ever once the question is closed', () => {
    const { state } = playEvents([...ASKED, closed, activityChanged('speaking', 5_000)], { duplex: 'full' })
    expect(playEvents([speechStarted(6_000, 'p1')], { duplex: 'full' }, state).types).toEqual([
      'duck',
      'start-candidate',
    ])
  })

  it('answers each call at most once, in any order of events', () => {
    const events = fc.array(
      fc.constantFrom<((timeMs: number) => HandsFreeEvent)[]>(
        () => consentAsked('call1'),
        () => consentAsked('call2'),
        () => closed,
        (at) => speechStarted(at, `p${at}`),
        (at) => speechEnded(at),
        (at) => speechMisfired(at),
        (at) => candidateClassified(answered('yes'), at, `p${at - 200}`),
        (at) => activityChanged('speaking', at),
        (at) => activityChanged('replying', at),
      ),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(events, (makers) => {
        let { state } = playEvents([...CONTINUOUS, activityChanged('replying', 50)], HALF)
        let open: string | undefined
        for (const [index, make] of makers.entries()) {
          const event = make(100 + index * 100)
          if (event.type === 'consent-asked') open = event.callId
          const played = playEvents([event], HALF, state)
          ;({ state } = played)
          for (const effect of played.effects) {
            if (effect.type !== 'answer-consent') continue
            expect(effect).toMatchObject({ callId: open })
            open = undefined
          }
        }
      }),
    )
  })
})

describe('listening after the question', () => {
  it.each([
    ['Yes, please.', ['yes to call1']],
    ['Vee, no.', ['no to call1']],
    ['Always!', ['always to call1']],
    ['Vee!', []],
    ['Mhm.', []],
  ])('to "%s" calls %j', async (words, calls) => {
    const world = createWorld({ words })
    world.handsFree.start('continuous')
    await untilSettled()
    world.turn({ phase: 'replying', turnId: 't1', isWriting: true, voice: 'coming' })
    world.handsFree.onConsentAsked('call1')
    world.hears(600, { type: 'speech-start', at: 100 })
    world.hears(800, { type: 'speech-end', at: 1_300 })
    await untilSettled()
    await untilSettled()
    expect(world.calls.filter((call) => call.includes(' to '))).toEqual(calls)
    expect(world.calls).not.toContain('interrupt')
  })
})
