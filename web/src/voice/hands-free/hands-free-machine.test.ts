import { describe, expect, it } from 'vitest'
import {
  playEvents,
  speechStarted,
  speechEnded,
  speechMisfired,
  due,
  utteranceTranscribed,
  candidateClassified,
  turnEndJudged,
  turnModelJudged,
  bareWakeWord,
  activityChanged,
  CONTINUOUS,
  WAKE,
  SAID,
  SPEAKING,
} from './hands-free-machine.fixture.ts'
import { OFF } from './hands-free-step.ts'
import type { HandsFreeEvent } from './hands-free-state.ts'

describe('listening by turns without a button', () => {
  it('opens the microphone on request, and once', () => {
    const { state, types } = playEvents([{ type: 'started', mode: 'continuous', at: 0 }])
    expect(state.phase).toBe('opening')
    expect(types).toEqual(['open'])
    expect(playEvents([...CONTINUOUS, { type: 'started', mode: 'continuous', at: 9 }]).types).toEqual([])
  })

  it('reports why the microphone could not be opened, and closes it', () => {
    const { state, effects } = playEvents([
      { type: 'started', mode: 'continuous', at: 0 },
      { type: 'failed', reason: 'denied' },
    ])
    expect(state).toBe(OFF)
    expect(effects).toEqual([{ type: 'close' }, { type: 'fail', failure: 'denied' }])
  })

  it('gives up on an unanswered permission question', () => {
    const asked = playEvents([{ type: 'started', mode: 'continuous', at: 0 }])
    expect(asked.dueAt).toBe(60_000)
    expect(playEvents([due(60_000)], {}, asked.state).types).toEqual(['close', 'fail'])
  })

  it('records speech from its onset on', () => {
    const { state, effects } = playEvents([...CONTINUOUS, speechStarted(1_000)])
    expect(state).toMatchObject({ phase: 'talking', utteranceId: 'u1' })
    expect(effects).toEqual([{ type: 'begin-utterance', id: 'u1' }])
  })

  it('drops a sound that was no speech', () => {
    const { state, types } = playEvents([...CONTINUOUS, speechStarted(1_000), speechMisfired(1_100)])
    expect(state.phase).toBe('ready')
    expect(types).toEqual(['drop-utterance'])
  })

  it('transcribes in a pause what was spoken before it, and continues with the same turn', () => {
    const pause = playEvents([...CONTINUOUS, speechStarted(1_000), speechEnded(2_000)])
    expect(pause.dueAt).toBe(2_300)
    const cut = playEvents([due(2_300)], {}, pause.state)
    expect(cut.types).toEqual(['end-utterance'])
    const more = playEvents(
      [utteranceTranscribed('First of all', 2_600), speechStarted(3_000, 'u2')],
      {},
      cut.state,
    )
    expect(more.state).toMatchObject({ phase: 'talking', utteranceId: 'u2', turn: { text: 'First of all' } })
  })

  it('treats a short pause as part of the utterance', () => {
    const { state } = playEvents([
      ...CONTINUOUS,
      speechStarted(1_000),
      speechEnded(2_000),
      speechStarted(2_300, 'u9'),
    ])
    expect(state).toMatchObject({ phase: 'talking', utteranceId: 'u1' })
  })

  it('splits a recording that is too long for one utterance, without a gap', () => {
    const talking = playEvents([...CONTINUOUS, speechStarted(1_000)])
    expect(talking.dueAt).toBe(29_000)
    const { effects } = playEvents([due(29_000, 'u2')], {}, talking.state)
    expect(effects).toEqual([
      { type: 'end-utterance', id: 'u1' },
      { type: 'begin-utterance', id: 'u2' },
    ])
  })
})

describe('a sound that turns out to be the voice itself', () => {
  it.each([
    ['a sound that lasts', due(1_600)],
    ['recognized words', candidateClassified({ kind: 'words', text: 'a token bucket' }, 1_600, 'p1')],
    ['a stop', candidateClassified({ kind: 'stop' }, 1_600, 'p1')],
  ])('starts no turn: %s', (_, event) => {
    const paused = playEvents([...SPEAKING, speechStarted(1_000, 'p1'), due(1_200)])
    expect(paused.state).toMatchObject({ phase: 'replying', interruption: { stage: 'paused' } })
    const { state, types } = playEvents([event], { duplex: 'half' }, paused.state)
    expect(state).toMatchObject({ phase: 'replying', interruption: { stage: 'none' } })
    expect(types).toEqual(['drop-candidate', 'duck', 'pause'])
  })
})

describe('an end of a turn that the engine judges', () => {
  const spoken = [...CONTINUOUS, speechStarted(1_000), speechEnded(2_000)]

  it('is transcribed at once when it is decided, and ends the turn soon', () => {
    const decided = playEvents([...spoken, turnEndJudged(1, 2_200)])
    expect(decided.dueAt).toBe(2_000)
    const cut = playEvents([due(2_210)], {}, decided.state)
    expect(cut.types).toEqual(['end-utterance'])
    expect(playEvents([utteranceTranscribed('I live in a small town.', 2_250)], {}, cut.state).dueAt).toBe(
      2_300,
    )
  })

  it('is known before the detector reports the end of speech', () => {
    const { dueAt } = playEvents([
      ...CONTINUOUS,
      speechStarted(1_000),
      turnEndJudged(1, 2_100),
      speechEnded(2_000),
    ])
    expect(dueAt).toBe(2_000)
  })

  it('counts no more after further speech', () => {
    expect(
      playEvents([...CONTINUOUS, speechStarted(1_000), turnEndJudged(1, 1_500), speechEnded(2_000)]).dueAt,
    ).toBe(2_300)
    expect(
      playEvents([...spoken, turnEndJudged(1, 2_100), speechStarted(2_200), speechEnded(3_000)]).dueAt,
    ).toBe(3_300)
  })

  it('is waited for while it is expected, and shortens the pause after a statement', () => {
    const expected = playEvents([...spoken, turnEndJudged(0.5, 2_150)])
    expect(expected.dueAt).toBe(2_450)
    const cut = playEvents([due(2_450)], {}, expected.state)
    expect(playEvents([utteranceTranscribed('I live in a small town.', 2_500)], {}, cut.state).dueAt).toBe(
      2_600,
    )
    const resumed = playEvents([...spoken, turnEndJudged(0.5, 2_150), turnEndJudged(0, 2_200)])
    expect(resumed.dueAt).toBe(2_300)
  })

  it('does not cut off words that are open', () => {
    const cut = playEvents([...spoken, turnEndJudged(1, 2_200), due(2_210)])
    expect(playEvents([utteranceTranscribed('I was there and', 2_250)], {}, cut.state).dueAt).toBe(3_100)
  })

  it('is ignored for other utterances, and without smart ends', () => {
    expect(playEvents([...spoken, turnEndJudged(1, 2_200, 'u0')]).dueAt).toBe(2_300)
    const cut = playEvents([...spoken, turnEndJudged(1, 2_200), due(2_310)], { smartEnd: false })
    expect(playEvents([utteranceTranscribed('Tea.', 2_350)], { smartEnd: false }, cut.state).dueAt).toBe(
      4_500,
    )
  })
})

describe('an end of a turn that the turn model judges', () => {
  const spoken = [...CONTINUOUS, speechStarted(1_000), speechEnded(2_000)]
  const endsAfter = (text: string, probability: number, endpointing = {}) =>
    playEvents(
      [...spoken, turnModelJudged(probability, 2_000), due(2_300), utteranceTranscribed(text, 2_400)],
      endpointing,
    ).dueAt

  it.each([
    ['I live in a small town.', 0.9, 2_600],
    ['I live in a small town.', 0.5, 2_600],
    ['I live in a small town.', 0.3, 3_100],
    ['I live in a small town.', 0.05, 3_750],
    // A contradiction between words and model: the time of a statement.
    ['What is a token bucket?', 0.05, 3_100],
    ['What is a token bucket?', 0.9, 2_550],
    ['I was there and', 0.95, 3_100],
    ['I was there and', 0.5, 3_750],
  ])('after %j, with %s', (text, probability, dueAt) => {
    expect(endsAfter(text, probability)).toBe(dueAt)
  })

  it('does not delay the transcription, and counts only with smart ends', () => {
    expect(playEvents([...spoken, turnModelJudged(0.6, 2_000)]).dueAt).toBe(2_300)
    expect(endsAfter('I live in a small town.', 0.05, { smartEnd: false })).toBe(4_500)
  })

  it('counts for its own pause only, and not against a transcriber', () => {
    const text = utteranceTranscribed('I live in a small town.', 3_400)
    const resumed = [
      ...spoken,
      speechStarted(2_100),
      turnModelJudged(0.9, 2_000),
      speechEnded(3_000),
      turnModelJudged(0.9, 2_000),
    ]
    expect(playEvents([...resumed, due(3_300), text]).dueAt).toBe(4_100)
    const decided = [...spoken, turnEndJudged(1, 2_100), turnModelJudged(0.01, 2_000), due(2_200)]
    expect(playEvents([...decided, utteranceTranscribed('I live in a small town.', 2_250)]).dueAt).toBe(2_300)
  })
})

describe('the end of a turn', () => {
  it('ends 550 ms after words that are complete', () => {
    const heard = playEvents([...CONTINUOUS, ...SAID, utteranceTranscribed('What is a token bucket?', 2_600)])
    expect(heard.dueAt).toBe(2_550)
    const { state, effects } = playEvents([due(2_700)], {}, heard.state)
    expect(state.phase).toBe('sending')
    expect(effects).toEqual([{ type: 'finish-turn', sends: true }])
  })

  it.each(['First of all,', 'I think.', 'I was there and'])('waits after %j', (text) => {
    expect(playEvents([...CONTINUOUS, ...SAID, utteranceTranscribed(text, 2_600)]).dueAt).toBe(3_750)
  })

  it.each([400, 1_100, 1_800])('waits 1.6 s at most after digits, with pauses of %i ms', (statementEndMs) => {
    const { dueAt } = playEvents(
      [...CONTINUOUS, ...SAID, utteranceTranscribed('My number is 4 1 5', 2_600)],
      {
        statementEndMs,
      },
    )
    expect(dueAt).toBe(2_000 + Math.min(1_600, statementEndMs + 650))
  })

  it('follows after the configured time only if smart end is off', () => {
    const heard = [...CONTINUOUS, ...SAID, utteranceTranscribed('What is a token bucket?', 2_600)]
    expect(playEvents(heard, { smartEnd: false }).dueAt).toBe(4_500)
    expect(playEvents(heard, { smartEnd: false, silenceSendDelayMs: 7_000 }).dueAt).toBe(9_000)
  })

  it('ends after the pause, for review, if nothing is sent automatically', () => {
    const heard = playEvents([...CONTINUOUS, ...SAID, utteranceTranscribed('I was there and', 2_600)], {
      autoSend: false,
    })
    expect(heard.dueAt).toBe(8_500)
    const { state, effects } = playEvents([due(8_500)], { autoSend: false }, heard.state)
    expect(state.phase).toBe('ready')
    expect(effects).toEqual([{ type: 'finish-turn', sends: false }])
  })

  it('sends an incomplete transcript at the configured time', () => {
    const { effects } = playEvents([...CONTINUOUS, ...SAID, due(4_500)])
    expect(effects).toEqual([{ type: 'finish-turn', sends: true }])
  })

  it('sends nothing when there were no words', () => {
    const { state, effects } = playEvents([
      ...CONTINUOUS,
      ...SAID,
      utteranceTranscribed('', 2_600),
      due(4_500),
    ])
    expect(state.phase).toBe('ready')
    expect(effects).toEqual([{ type: 'finish-turn', sends: false }])
  })

  it('resumes the turn if the user continues while it is being sent', () => {
    const { state } = playEvents([...CONTINUOUS, ...SAID, due(4_500), speechStarted(4_600, 'u2')])
    expect(state).toMatchObject({ phase: 'talking', utteranceId: 'u2' })
  })

  it('preserves the speech so far when listening is stopped', () => {
    expect(playEvents([...CONTINUOUS, speechStarted(1_000), { type: 'stopped' }]).types).toEqual([
      'end-utterance',
      'finish-turn',
      'close',
    ])
  })
})

it.each([
  ['continuously', CONTINUOUS],
  ['for a wake word', WAKE],
])('listening %s ends, with a reason, after a quarter of an hour without speech', (_, listening) => {
  const { state, dueAt } = playEvents(listening)
  expect(dueAt).toBe(15 * 60_000)
  expect(playEvents([due(15 * 60_000)], {}, state)).toMatchObject({ state: OFF, types: ['close', 'notify'] })
})

describe('cancelling manually', () => {
  it.each([
    ['during the utterance', [speechStarted(1_000)]],
    ['in its pause', [speechStarted(1_000), speechEnded(2_000)]],
    ['during its transcription', SAID],
    ['while it is sent', [...SAID, due(4_500)]],
  ])('%s is not sent, and listening continues', (_, said) => {
    const cancelled = playEvents([...CONTINUOUS, ...said, { type: 'cancelled', at: 4_600 }])
    expect(cancelled.state).toMatchObject({ phase: 'ready', since: 4_600 })
    expect(cancelled.types).toEqual([])
    // Further speech and late transcripts are ignored.
    expect(
      playEvents([speechEnded(4_700), utteranceTranscribed('said', 4_800)], {}, cancelled.state).state,
    ).toBe(cancelled.state)
  })

  it('is dropped without speech', () => {
    const asked = playEvents([...WAKE, speechStarted(1_000, 'p1')])
    expect(playEvents([{ type: 'cancelled', at: 1_100 }], {}, asked.state).state).toBe(asked.state)
  })
})

describe('voice activation', () => {
  const CANDIDATE = [...WAKE, speechStarted(1_000, 'p1'), speechEnded(2_000)]
  const spotted: HandsFreeEvent = { type: 'wake-word-spotted', word: 'Tutor', at: 1_500 }

  it('sends nothing before a wake word', () => {
    expect(playEvents([...WAKE, speechStarted(1_000, 'p1')]).types).toEqual(['start-candidate'])
    expect(playEvents(CANDIDATE).types).toEqual(['classify-candidate'])
    const { state, types } = playEvents([
      ...CANDIDATE,
      candidateClassified({ kind: 'words', text: 'hello' }, 2_300),
    ])
    expect(state).toMatchObject({ phase: 'wake-word', candidate: undefined })
    expect(types).toEqual(['drop-candidate'])
  })

  it('uses the words after a wake word as the command', () => {
    const { state, effects, dueAt } = playEvents([
      ...CANDIDATE,
      candidateClassified({ kind: 'wake-word', word: 'vee', rest: 'what time is it?' }, 2_300),
    ])
    expect(state.phase).toBe('pausing')
    expect(effects).toContainEqual({ type: 'accept-candidate', id: 'p1', words: 'what time is it?' })
    expect(dueAt).toBe(5_000)
    const heard = playEvents([utteranceTranscribed('what time is it?', 2_310, 'p1')], {}, state)
    expect(heard.dueAt).toBe(2_550)
  })

  it('opens a window of eight seconds after a bare wake word, and reminds after the configured wait', () => {
    const woken = playEvents([...CANDIDATE, bareWakeWord(2_000)])
    expect(woken.types).toEqual(['drop-candidate', 'apply-wake-word', 'chime'])
    expect(woken.dueAt).toBe(6_000)
    const asked = playEvents([due(6_000)], {}, woken.state)
    expect(asked.types).toEqual(['chime'])
    expect(asked.state).toMatchObject({ phase: 'ready' })
    expect(asked.dueAt).toBe(10_000)
    expect(playEvents([speechStarted(9_900)], {}, asked.state).types).toEqual(['begin-utterance'])
    const closed = playEvents([due(10_000)], {}, asked.state)
    expect(closed.state.phase).toBe('wake-word')
    expect(closed.types).toEqual([])
  })

  it('reminds as early as the user configured', () => {
    const woken = [...CANDIDATE, bareWakeWord(2_000), due(3_000)]
    expect(playEvents(woken, { commandTimeoutMs: 1_000 })).toMatchObject({ dueAt: 10_000, types: ['chime'] })
  })

  it.each([8_000, 12_000])('waits for %d ms and shows no reminder if the window has closed', (wait) => {
    const woken = playEvents([...CANDIDATE, bareWakeWord(2_000)], { commandTimeoutMs: wait })
    expect(woken.dueAt).toBe(2_000 + wait)
    const after = playEvents([due(2_000 + wait)], { commandTimeoutMs: wait }, woken.state)
    expect(after.state.phase).toBe('wake-word')
    expect(after.types).toEqual([])
  })

  it.each([
    ['contained no speech', [speechMisfired(6_500)]],
    ['had no words', [speechEnded(6_500), due(6_950), utteranceTranscribed('', 7_100)]],
  ])('leaves the window open to its end when a sound %s', (_, sound) => {
    const woken = [...CANDIDATE, bareWakeWord(2_000), due(6_000), speechStarted(6_400)]
    const { state, dueAt } = playEvents([...woken, ...sound])
    expect(state.phase).toBe('ready')
    expect(dueAt).toBe(10_000)
  })

  it('closes it after a sound without words that outlasted it', () => {
    const outlasts = [...CANDIDATE, bareWakeWord(2_000), speechStarted(9_900), speechMisfired(10_100)]
    expect(playEvents(outlasts).state.phase).toBe('wake-word')
  })

  it('ends a command after its pause, and sends it', () => {
    const command = [...CANDIDATE, bareWakeWord(2_000), speechStarted(3_000), speechEnded(4_000), due(4_450)]
    const heard = playEvents([...command, utteranceTranscribed('turn on the', 4_600)])
    expect(heard.dueAt).toBe(5_500)
    expect(playEvents([due(5_500)], { autoSend: false }, heard.state).effects).toEqual([
      { type: 'finish-turn', sends: true },
    ])
  })

  it('ends a command without recognized words after the recording’s silence', () => {
    const command = [...CANDIDATE, bareWakeWord(2_000), speechStarted(3_000), speechEnded(4_000), due(4_450)]
    expect(playEvents(command).dueAt).toBe(7_000)
  })

  it('detects a wake word that the browser recognizes during the utterance', () => {
    const { state, effects } = playEvents([...WAKE, speechStarted(1_000, 'p1'), spotted])
    expect(state).toMatchObject({ phase: 'talking', utteranceId: 'p1' })
    expect(effects).toEqual([
      { type: 'apply-wake-word', word: 'Tutor' },
      { type: 'chime' },
      { type: 'accept-candidate', id: 'p1', words: undefined },
    ])
  })

  it('listens for a command if the browser recognized only the wake word', () => {
    const said = [...WAKE, speechStarted(1_000, 'p1'), spotted, speechEnded(1_600), due(2_050)]
    const heard = playEvents([...said, utteranceTranscribed('', 2_300, 'p1')])
    expect(heard.state).toMatchObject({ phase: 'ready', beginBy: 6_300 })
    expect(heard.effects).toEqual([{ type: 'finish-turn', sends: false }])
    expect(playEvents([...said, utteranceTranscribed('explain', 2_300, 'p1')]).state.phase).toBe('pausing')
  })

  it('reports the called agent before the words are used', () => {
    const called = candidateClassified({ kind: 'wake-word', word: 'Tutor', rest: 'explain' }, 2_300)
    expect(playEvents([...CANDIDATE, called]).types).toEqual([
      'apply-wake-word',
      'chime',
      'accept-candidate',
      'end-utterance',
    ])
    const asked = [...WAKE, activityChanged('speaking', 200), speechStarted(1_000, 'p1'), speechEnded(3_000)]
    const { types } = playEvents([...asked, called])
    expect(types.indexOf('apply-wake-word')).toBeGreaterThan(types.indexOf('interrupt'))
    expect(types.indexOf('apply-wake-word')).toBeLessThan(types.indexOf('accept-candidate'))
  })

  it('stops the voice and listens when it is called by name only', () => {
    const asked = [...WAKE, activityChanged('speaking', 200), speechStarted(1_000, 'p1'), speechEnded(1_600)]
    const { state, types } = playEvents([...asked, bareWakeWord(2_000)])
    expect(state).toMatchObject({ phase: 'ready', beginBy: 6_000 })
    expect(types).toEqual(['drop-candidate', 'duck', 'interrupt', 'apply-wake-word', 'chime'])
  })

  it('waits for the wake word again after the reply', () => {
    const { state } = playEvents([
      ...WAKE,
      activityChanged('replying', 1_000),
      activityChanged('free', 5_000),
    ])
    expect(state.phase).toBe('wake-word')
  })
})
