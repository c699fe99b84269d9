import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MicrophoneError } from '../capture/microphone-error.ts'
import { TranscriptionError } from '../transcription/transcriber.ts'
import { READY } from '../session/voice-machine.ts'
import { untilSettled, createWorld } from './hands-free.fixture.ts'

describe('hands-free listening', () => {
  let here: ReturnType<typeof createWorld>

  beforeEach(() => {
    here = createWorld()
  })

  it('includes the audio of a turn from before its onset, and sends it when it is complete', async () => {
    here.handsFree.start('continuous')
    await untilSettled()
    here.hears(1_000)
    here.hears(80, { type: 'speech-start', at: 1_000 })
    expect(here.kind()).toBe('talking')
    here.hears(1_000, { type: 'speech-end', at: 1_880 })
    here.passes(300)
    expect(here.calls).toEqual(['begin ?', 'end'])
    const [id, utterance] = [...here.utterances][0] ?? []
    const recording = await utterance?.finish()
    // 480 ms of pre-roll and a second of speech.
    expect(recording?.durationSeconds).toBeCloseTo(1.48, 1)
    here.handsFree.onTranscribed(id ?? '', 'What is a token bucket?')
    here.passes(700)
    expect(here.calls.at(-1)).toBe('send')
  })

  it('names a microphone that delivers digital silence, until there is sound', async () => {
    here.levelIs(0)
    here.handsFree.start('continuous')
    await untilSettled()
    here.hears(3_900)
    expect(here.listening()).toEqual({ kind: 'ready', mode: 'continuous' })
    here.hears(200)
    expect(here.listening()).toEqual({ kind: 'ready', mode: 'continuous', hasNoSound: true })
    here.levelIs(0.0001)
    here.hears(20)
    expect(here.listening()).toEqual({ kind: 'ready', mode: 'continuous' })
    // Noise gates deliver silence between sounds.
    here.levelIs(0)
    here.hears(20_000)
    expect(here.listening()).toEqual({ kind: 'ready', mode: 'continuous' })
  })

  it('asks the turn model about a pause, with the sound of the turn', async () => {
    const judged: number[] = []
    let isOver = false
    const openTurnJudge = () => ({
      judge(samples: Int16Array, onJudged: (probability: number) => void) {
        judged.push(samples.length / 16)
        onJudged(0.9)
      },
      dispose: () => void (isOver = true),
    })
    here = createWorld({ openTurnJudge })
    here.handsFree.start('continuous')
    await untilSettled()
    here.hears(1_000)
    here.hears(80, { type: 'speech-start', at: 1_000 })
    here.hears(1_000, { type: 'speech-end', at: 1_880 })
    here.passes(300)
    const [id] = [...here.utterances][0] ?? []
    here.handsFree.onTranscribed(id ?? '', 'I live in a small town.')
    here.passes(90)
    expect(here.calls).not.toContain('send')
    // After 600 ms of silence, half a second sooner than without it.
    here.passes(20)
    expect(here.calls.at(-1)).toBe('send')
    // The second of speech, and the pre-roll.
    expect(judged).toEqual([1_380])
    here.handsFree.stop()
    expect(isOver).toBe(true)
  })

  it('handles a second turn after a reply, separately', async () => {
    here.handsFree.start('continuous')
    await untilSettled()
    here.hears(5_000)
    here.turn({ phase: 'speaking', turnId: 't1', isWriting: false, isPaused: false })
    here.echoes(40_000)
    here.turn(READY)
    here.hears(1_000, { type: 'speech-start', at: 920 })
    here.hears(2_000, { type: 'speech-end', at: 2_800 })
    expect(here.calls).toEqual(['begin ?'])
    here.passes(300)
    expect(here.calls).toEqual(['begin ?', 'end'])
    here.passes(1_900)
    expect(here.calls).toEqual(['begin ?', 'end'])
    here.passes(100)
    expect(here.calls.at(-1)).toBe('send')
  })

  it('recognizes a command that begins with an agent’s name', async () => {
    const asked: string[] = []
    const executeCommand = (text: string) => Promise.resolve(asked.push(text) > 0)
    here = createWorld({ words: 'Tutor, switch to it', executeCommand })
    here.handsFree.start('voice-activation')
    await untilSettled()
    here.hears(80, { type: 'speech-start', at: 0 })
    here.hears(1_000, { type: 'speech-end', at: 1_000 })
    await vi.waitFor(() => expect(asked).toEqual(['Tutor, switch to it']))
    expect(here.calls).toEqual([])
  })

  it('closes the microphone and reports it if nothing can detect a wake word', async () => {
    here = createWorld({ listens: () => Promise.reject(new TranscriptionError('unavailable')) })
    here.handsFree.start('voice-activation')
    await untilSettled()
    here.hears(80, { type: 'speech-start', at: 0 })
    here.hears(1_000, { type: 'speech-end', at: 1_000 })
    await vi.waitFor(() => expect(here.calls).toEqual(['transcription-unavailable']))
    expect(here.isOpen()).toBe(false)
    expect(here.kind()).toBe('off')
  })

  it('listens for a wake word without storing anything', async () => {
    here = createWorld({ words: 'Vee, what is a token bucket?' })
    here.handsFree.start('voice-activation')
    await untilSettled()
    here.hears(80, { type: 'speech-start', at: 0 })
    here.hears(1_000, { type: 'speech-end', at: 1_000 })
    expect(here.calls).toEqual([])
    await vi.waitFor(() =>
      expect(here.calls).toEqual(['called vee', 'chime', 'begin what is a token bucket?', 'end']),
    )
  })

  it('does not treat later noise as the command that the browser recognized before', async () => {
    here = createWorld({ isSpotted: true })
    here.handsFree.start('voice-activation')
    await untilSettled()
    here.hears(500, { type: 'speech-start', at: 300 })
    here.spots('vee what time is it')
    here.hears(1_000, { type: 'speech-end', at: 1_300 })
    here.passes(3_000)
    here.turn({ phase: 'speaking', turnId: 't1', isWriting: false, isPaused: false })
    here.turn(READY)
    expect(here.kind()).toBe('wake-word')
    const before = here.calls.length
    here.hears(500, { type: 'speech-start', at: 300 })
    here.hears(1_000, { type: 'speech-end', at: 1_300 })
    here.passes(1_000)
    await untilSettled()
    expect(here.calls.slice(before)).toEqual([])
  })

  it('ends a turn although every timer fires a little too soon', async () => {
    here = createWorld({ early: 0.4 })
    here.handsFree.start('continuous')
    await untilSettled()
    here.hears(1_000, { type: 'speech-start', at: 500 })
    here.hears(1_000, { type: 'speech-end', at: 2_000 })
    here.passes(250)
    expect(here.calls).toEqual(['begin ?'])
    here.passes(60)
    expect(here.calls).toEqual(['begin ?', 'end'])
    here.passes(2_500)
    expect(here.calls).toEqual(['begin ?', 'end', 'send'])
  })

  it('continues with another microphone when its own is unplugged', async () => {
    here.handsFree.start('continuous')
    await untilSettled()
    here.lose()
    await untilSettled()
    expect(here.isOpen()).toBe(true)
    expect(here.kind()).toBe('ready')
  })

  it('ends, with a reason, if there is no other', async () => {
    here.handsFree.start('continuous')
    await untilSettled()
    here.failures.push(new MicrophoneError('none'))
    here.lose()
    await untilSettled()
    expect(here.isOpen()).toBe(false)
    expect(here.calls).toEqual(['fail none'])
    expect(here.kind()).toBe('off')
  })

  it.each(['opening', 'ready', 'talking'])(
    'leaves no microphone open when it is stopped while %s',
    async (when) => {
      here.handsFree.start('continuous')
      if (when !== 'opening') await untilSettled()
      if (when === 'talking') here.hears(80, { type: 'speech-start', at: 0 })
      here.handsFree.stop()
      await untilSettled()
      expect(here.isOpen()).toBe(false)
      expect(here.kind()).toBe('off')
    },
  )
})
