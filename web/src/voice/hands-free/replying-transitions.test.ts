import { describe, expect, it } from 'vitest'
import {
  playEvents,
  speechStarted,
  speechEnded,
  speechMisfired,
  due,
  candidateClassified,
  activityChanged,
  CONTINUOUS,
  SAID,
  utteranceTranscribed,
  WAKE,
  SPEAKING,
} from './hands-free-machine.fixture.ts'
import type { HandsFreeEvent, Meaning } from './hands-free-state.ts'

const words = (text: string) => ({ kind: 'words', text }) as const

const onset = (isSuspected: boolean, at = 1_000): HandsFreeEvent => ({
  type: 'onset-changed',
  isSuspected,
  at,
})

describe('interrupting the voice', () => {
  it('is not possible while listening is off', () => {
    expect(playEvents([...SPEAKING, speechStarted(1_000, 'p1')], { duplex: 'half' }).types).toEqual([])
  })

  it('ducks it at the first sound, and ignores its own first sound', () => {
    expect(playEvents([...SPEAKING, speechStarted(400, 'p1')]).types).toEqual([])
    expect(playEvents([...SPEAKING, speechStarted(1_000, 'p1')]).effects).toEqual([
      { type: 'duck', isDucked: true },
      { type: 'start-candidate', id: 'p1' },
    ])
  })

  it('softens it while a sound may be speech, and no longer than until that is judged', () => {
    const softened = playEvents([...SPEAKING, onset(true)])
    expect(softened.effects).toEqual([{ type: 'duck', isDucked: true }])
    expect(softened.state).toMatchObject({ phase: 'replying', interruption: { stage: 'none' } })
    const noise = playEvents([onset(false, 1_300)], {}, softened.state)
    expect(noise.effects).toMatchObject([{ type: 'duck', isDucked: false }])
    const speech = playEvents([speechStarted(1_000, 'p1'), onset(false, 1_150)], {}, softened.state)
    expect(speech.types).toEqual([])
    expect(speech.state).toMatchObject({ phase: 'replying', interruption: { stage: 'ducked' } })
    const over = playEvents([activityChanged('free', 1_100), onset(false, 1_110)], {}, softened.state)
    expect(over.effects.at(-1)).toMatchObject({ type: 'duck', isDucked: false })
  })

  it('resumes the voice after a cough', () => {
    const { state, types } = playEvents([...SPEAKING, speechStarted(1_000, 'p1'), speechMisfired(1_120)])
    expect(state).toMatchObject({ phase: 'replying', interruption: { stage: 'none' } })
    expect(types).toEqual(['drop-candidate', 'duck', 'pause'])
  })

  const LASTING = [...SPEAKING, speechStarted(1_000, 'p1'), due(1_200), due(1_500)]
  it('holds it after 200 ms, and transcribes what lasts for 500 ms while it continues', () => {
    const ducked = playEvents([...SPEAKING, speechStarted(1_000, 'p1')])
    expect(ducked.dueAt).toBe(1_200)
    const paused = playEvents([due(1_200)], {}, ducked.state)
    expect(paused.effects).toEqual([{ type: 'pause', isPaused: true }])
    expect(paused.dueAt).toBe(1_500)
    const asked = playEvents([due(1_500)], {}, paused.state)
    expect(asked.effects).toEqual([{ type: 'classify-candidate', id: 'p1', isOver: false }])
    expect(asked.state).toMatchObject({ phase: 'replying', interruption: { stage: 'paused' } })
  })

  it('gives up the turn to words that continue, with everything that was recorded', () => {
    const { state, types, effects } = playEvents([
      ...LASTING,
      candidateClassified(words('What about'), 1_800),
    ])
    expect(state).toMatchObject({ phase: 'talking', utteranceId: 'p1', turn: { text: '' } })
    expect(types).toEqual(['duck', 'interrupt', 'accept-candidate'])
    expect(effects).toContainEqual({
      type: 'accept-candidate',
      id: 'p1',
      words: undefined,
      isOverVoice: true,
    })
  })

  it.each<Meaning>([{ kind: 'backchannel' }, { kind: 'nothing' }, words('Mom')])(
    'stays paused after %j of a sound that continues, and transcribes it again',
    (meaning) => {
      const again = playEvents([...LASTING, candidateClassified(meaning, 1_800)])
      expect(again.state).toMatchObject({ phase: 'replying', interruption: { stage: 'paused' } })
      expect(again.dueAt).toBe(2_800)
      expect(playEvents([due(2_800)], {}, again.state).types).toEqual(['classify-candidate'])
    },
  )

  it('resumes the voice when a sound ends after a long "mm-hm" or laughter', () => {
    const ended = playEvents([
      ...LASTING,
      candidateClassified({ kind: 'nothing' }, 1_800),
      speechEnded(2_200),
    ])
    expect(ended.effects).toContainEqual({ type: 'classify-candidate', id: 'p1', isOver: true })
    const { state, effects } = playEvents(
      [candidateClassified({ kind: 'backchannel' }, 2_500)],
      {},
      ended.state,
    )
    expect(state).toMatchObject({ phase: 'replying', interruption: { stage: 'none' } })
    expect(effects).toContainEqual({ type: 'pause', isPaused: false })
  })

  it('resumes the voice during noise without words', () => {
    const noise = playEvents([...LASTING, candidateClassified({ kind: 'nothing' }, 6_800)])
    expect(noise.dueAt).toBe(7_000)
    expect(playEvents([due(7_000)], {}, noise.state).effects).toContainEqual({
      type: 'pause',
      isPaused: false,
    })
  })

  it('transcribes again what was spoken while the first words were being transcribed', () => {
    const ended = playEvents([...LASTING, speechEnded(1_700)])
    expect(ended.types).toEqual(['pause'])
    const first = playEvents([candidateClassified({ kind: 'backchannel' }, 1_900)], {}, ended.state)
    expect(first.effects).toEqual([{ type: 'classify-candidate', id: 'p1', isOver: true }])
    const complete = playEvents([candidateClassified(words('Yeah, why?'), 2_200)], {}, first.state)
    expect(complete.effects).toContainEqual({ type: 'accept-candidate', id: 'p1', words: 'Yeah, why?' })
  })

  it('keeps what was spoken before a short pause', () => {
    const continued = [
      ...SPEAKING,
      speechStarted(1_000, 'p1'),
      due(1_200),
      speechEnded(1_400),
      speechStarted(1_800, 'p2'),
    ]
    const { state, types } = playEvents([...continued, candidateClassified(words('And the'), 1_900)])
    expect(state).toMatchObject({ phase: 'talking', utteranceId: 'p1' })
    expect(types).toContain('accept-candidate')
  })

  it('gives up the turn to lasting sound if nothing can transcribe it', () => {
    expect(playEvents([...LASTING, candidateClassified({ kind: 'no-recognizer' }, 1_600)]).types).toContain(
      'interrupt',
    )
  })

  const SHORT = [...SPEAKING, speechStarted(1_000, 'p1'), due(1_200), speechEnded(1_400)]

  it('classifies a short sound, and resumes if its words are not known after 5 s', () => {
    const asked = playEvents(SHORT)
    expect(asked.types).toEqual(['pause', 'classify-candidate'])
    expect(asked.dueAt).toBe(6_400)
    expect(playEvents([due(6_400)], {}, asked.state).effects).toContainEqual({
      type: 'pause',
      isPaused: false,
    })
  })

  it('resumes 1.5 s after a paused sound that was no speech', () => {
    const misfired = playEvents([...SPEAKING, speechStarted(1_000, 'p1'), due(1_200), speechMisfired(1_300)])
    expect(misfired.dueAt).toBe(2_800)
    expect(playEvents([due(2_800)], {}, misfired.state).effects).toContainEqual({
      type: 'pause',
      isPaused: false,
    })
  })

  it.each<Meaning>([{ kind: 'backchannel' }, { kind: 'nothing' }])('resumes after $kind', (meaning) => {
    const { state, effects } = playEvents([...SHORT, candidateClassified(meaning, 1_700)])
    expect(state).toMatchObject({ phase: 'replying', interruption: { stage: 'none' } })
    expect(effects).toContainEqual({ type: 'pause', isPaused: false })
  })

  it('is stopped at once after "stop"', () => {
    const { state, types } = playEvents([...SHORT, candidateClassified({ kind: 'stop' }, 1_700)])
    expect(state.phase).toBe('ready')
    expect(types).toContain('interrupt')
  })

  it('treats short words as a turn unless they are backchannels', () => {
    const { state, effects } = playEvents([
      ...SHORT,
      candidateClassified({ kind: 'words', text: 'Why?' }, 1_700),
    ])
    expect(state.phase).toBe('pausing')
    expect(effects).toContainEqual({ type: 'accept-candidate', id: 'p1', words: 'Why?' })
  })

  it('reacts only to wake words and "stop" in voice activation', () => {
    const speaking = [...WAKE, activityChanged('speaking', 200), speechStarted(1_000, 'p1')]
    expect(playEvents(speaking).types).toEqual(['start-candidate'])
    const asked = [...speaking, speechEnded(3_000)]
    expect(
      playEvents([...asked, candidateClassified({ kind: 'words', text: 'Pass me the salt' }, 3_200)]).types,
    ).not.toContain('interrupt')
    expect(
      playEvents([...asked, candidateClassified({ kind: 'wake-word', word: 'vee', rest: 'shorter' }, 3_200)])
        .types,
    ).toContain('interrupt')
    expect(playEvents([...asked, candidateClassified({ kind: 'stop' }, 3_200)]).types).toContain('interrupt')
  })

  it.each(['half', 'full'] as const)(
    'in %s duplex, joins words that follow a turn before its voice',
    (duplex) => {
      const sent = [...CONTINUOUS, activityChanged('replying', 5_000)]
      const asked = [...sent, speechStarted(5_600, 'p1'), due(5_800), due(6_100)]
      const { state, types } = playEvents([...asked, candidateClassified(words('how far it is'), 6_400)], {
        duplex,
      })
      expect(state).toMatchObject({ phase: 'talking', utteranceId: 'p1' })
      expect(types).toEqual(['duck', 'withdraw', 'accept-candidate'])
      const late = playEvents([...sent, speechStarted(8_100, 'p1')], { duplex: 'half' })
      expect(late.types).toEqual(['start-candidate'])
    },
  )

  describe('within a pause in which the voice has begun already', () => {
    // Spoken until 2 s, sent at 3.1 s, and the voice begins at 3.15 s.
    const sent = [
      ...CONTINUOUS,
      ...SAID,
      utteranceTranscribed('We waited.', 2_600),
      due(3_100),
      activityChanged('replying', 3_110),
      activityChanged('speaking', 3_150),
    ]
    const followed = (timeMs: number, isLouderThanEcho: boolean): readonly HandsFreeEvent[] => [
      ...sent,
      { type: 'speech-started', at: timeMs, id: 'p1', isLouderThanEcho },
      speechEnded(timeMs + 800),
      candidateClassified(words('wait until Tuesday?'), timeMs + 900),
    ]

    it.each([
      ['half', true, true],
      ['half', false, true],
      ['half', true, false],
      ['full', true, false],
    ] as const)(
      'in %s duplex (interrupts: %s), the words join the question',
      (duplex, interrupts, isLouderThanEcho) => {
        const { types, state } = playEvents(followed(3_600, isLouderThanEcho), {
          duplex,
          interruptsOverEcho: interrupts,
        })
        expect(types).toEqual(['duck', 'withdraw', 'accept-candidate', 'end-utterance'])
        expect(state).toMatchObject({ phase: 'pausing', turn: { untranscribed: ['p1'] } })
      },
    )

    it('later words interrupt', () => {
      expect(playEvents(followed(4_400, false)).types).toContain('interrupt')
    })

    it.each<[Meaning, string]>([
      [{ kind: 'nothing' }, 'echo'],
      [words('Tuesday.'), 'a word that is left of an echo'],
      [{ kind: 'backchannel' }, 'a sound of listening'],
    ])('in half duplex, the voice continues over %o: %s', (meaning) => {
      const begun = playEvents([...sent, speechStarted(3_300, 'p1')], { duplex: 'half' })
      expect(begun.types).toEqual(['start-candidate'])
      expect(begun.dueAt).toBe(3_800)
      const asked = playEvents([due(3_800)], { duplex: 'half' }, begun.state)
      expect(asked.types).toEqual(['classify-candidate'])
      const { state, types } = playEvents(
        [candidateClassified(meaning, 3_900), speechEnded(4_500), candidateClassified(meaning, 4_600)],
        { duplex: 'half' },
        asked.state,
      )
      expect(types).toEqual(['drop-candidate', 'duck', 'pause'])
      expect(state).toMatchObject({ phase: 'replying', interruption: { stage: 'none' } })
    })
  })

  it('leaves the question alone when noise follows it', () => {
    const sent = [
      ...CONTINUOUS,
      activityChanged('replying', 5_000),
      speechStarted(5_600, 'p1'),
      due(5_800),
      speechEnded(6_000),
    ]
    const { state, types } = playEvents([...sent, candidateClassified({ kind: 'nothing' }, 6_200)], {
      duplex: 'half',
    })
    expect(state).toMatchObject({ phase: 'replying', interruption: { stage: 'none' } })
    expect(types).not.toContain('withdraw')
  })

  it('pauses a voice that starts meanwhile', () => {
    const sent = [...CONTINUOUS, activityChanged('replying', 5_000), speechStarted(5_600, 'p1'), due(5_800)]
    expect(playEvents([...sent, activityChanged('speaking', 5_900)]).effects).toEqual([
      { type: 'pause', isPaused: true },
    ])
  })

  it('starts the next turn if the reply ends meanwhile', () => {
    const { state, types } = playEvents([
      ...SPEAKING,
      speechStarted(1_000, 'p1'),
      activityChanged('free', 1_100),
    ])
    expect(state).toMatchObject({ phase: 'talking', utteranceId: 'p1' })
    expect(types).toEqual(['duck', 'accept-candidate'])
    expect(playEvents([...SHORT, activityChanged('free', 1_500)]).state).toMatchObject({
      phase: 'pausing',
      utteranceId: 'p1',
    })
  })

  it('is forgotten if the reply ends after a sound without speech', () => {
    const misfired = [...SPEAKING, speechStarted(1_000, 'p1'), due(1_200), speechMisfired(1_300)]
    const { state, types } = playEvents([...misfired, activityChanged('free', 1_400)])
    expect(state.phase).toBe('ready')
    expect(types).toEqual(['drop-candidate', 'duck'])
  })

  it('looks for a wake word in a sound that outlasts the reply', () => {
    const asked = [...WAKE, activityChanged('speaking', 200), speechStarted(1_000, 'p1')]
    const { state } = playEvents([...asked, activityChanged('free', 1_100)])
    expect(state).toMatchObject({ phase: 'wake-word', candidate: { id: 'p1', isClassifying: false } })
  })
})
