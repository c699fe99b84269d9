import { describe, expect, it } from 'vitest'
import { MicrophoneError } from '../capture/microphone-error.ts'
import type { HandsFreeMode } from '../session/listening.ts'
import { READY } from '../session/voice-machine.ts'
import { untilSettled, createWorld } from './hands-free.fixture.ts'

type World = ReturnType<typeof createWorld>

const STREAM_START = 0

async function listen(here: World, mode: HandsFreeMode): Promise<void> {
  here.handsFree.start(mode)
  await untilSettled()
}

/** Starts speech now; the detector counts samples since `resetAt`. */
function begins(here: World, resetAt = STREAM_START): void {
  here.hears(120, { type: 'speech-start', at: here.now() + 120 - resetAt - 100 })
}

function stops(here: World, resetAt = STREAM_START): void {
  here.hears(240, { type: 'speech-end', at: here.now() + 240 - resetAt - 200 })
}

async function speakTo(here: World, mode: HandsFreeMode = 'continuous'): Promise<void> {
  await listen(here, mode)
  here.turn({ phase: 'speaking', turnId: 't1', isWriting: false, isPaused: false })
  here.hears(1_000)
}

/** Calls it by a wake word only. */
async function call(here: World): Promise<void> {
  await listen(here, 'voice-activation')
  here.spots('vee')
}

/** Speaks into the echo of the voice in half duplex. */
async function speakInto(here: World): Promise<void> {
  await listen(here, 'continuous')
  here.turn({ phase: 'speaking', turnId: 't1', isWriting: false, isPaused: false })
  here.echoes(1_500)
  here.echoes(1_000, true)
}

/** Speaks after a question, too late to continue it, and before the voice. */
async function speakBefore(here: World): Promise<void> {
  await listen(here, 'continuous')
  here.turn({ phase: 'waiting', turnId: 't1', voice: 'coming' })
  here.passes(3_200)
  begins(here)
}

interface State {
  readonly kind: string
  readonly isHalfDuplex?: true
  readonly reach: (here: World) => Promise<void>
}

/** Every state of listening, and its visible state. */
const STATES: Readonly<Record<string, State>> = {
  'opening the microphone': {
    kind: 'opening',
    reach(here) {
      here.handsFree.start('continuous')
      return Promise.resolve()
    },
  },
  'listening for speech': { kind: 'ready', reach: (here) => listen(here, 'continuous') },
  'hearing the user speak': {
    kind: 'talking',
    async reach(here) {
      await listen(here, 'continuous')
      begins(here)
    },
  },
  'in a pause of the utterance': {
    kind: 'pausing',
    async reach(here) {
      await listen(here, 'continuous')
      begins(here)
      stops(here)
    },
  },
  'in a pause during transcription': {
    kind: 'pausing',
    async reach(here) {
      await listen(here, 'continuous')
      begins(here)
      stops(here)
      here.passes(400)
    },
  },
  'sending the utterance': {
    kind: 'pausing',
    async reach(here) {
      await listen(here, 'continuous')
      begins(here)
      stops(here)
      here.passes(2_600)
    },
  },
  'waiting for a reply': {
    kind: 'replying',
    async reach(here) {
      await listen(here, 'continuous')
      here.turn({ phase: 'waiting', turnId: 't1', voice: 'off' })
    },
  },
  'during speech output': { kind: 'replying', reach: speakTo },
  'ducking the voice': {
    kind: 'replying',
    async reach(here) {
      await speakTo(here)
      begins(here)
      expect(here.voice().isDucked).toBe(true)
    },
  },
  'pausing the voice': {
    kind: 'replying',
    async reach(here) {
      await speakTo(here)
      begins(here)
      here.passes(200)
      expect(here.voice().isPaused).toBe(true)
    },
  },
  'pausing the voice until the words are known': {
    kind: 'replying',
    async reach(here) {
      await speakTo(here)
      begins(here)
      stops(here)
    },
  },
  'waiting for a wake word': { kind: 'wake-word', reach: (here) => listen(here, 'voice-activation') },
  'hearing what may be a wake word': {
    kind: 'wake-word',
    async reach(here) {
      await listen(here, 'voice-activation')
      begins(here)
    },
  },
  'asking whether it was a wake word': {
    kind: 'wake-word',
    async reach(here) {
      await listen(here, 'voice-activation')
      begins(here)
      stops(here)
    },
  },
  'open for a command': { kind: 'command', reach: call },
  'hearing a command': {
    kind: 'talking',
    async reach(here) {
      await call(here)
      begins(here, here.now())
    },
  },
  'overhearing speech during output': {
    kind: 'replying',
    async reach(here) {
      await speakTo(here, 'voice-activation')
      begins(here)
    },
  },
  'recording speech before the voice': { kind: 'replying', isHalfDuplex: true, reach: speakBefore },
  'delaying the voice until speech before it ends': {
    kind: 'replying',
    isHalfDuplex: true,
    async reach(here) {
      await speakBefore(here)
      here.turn({ phase: 'speaking', turnId: 't1', isWriting: false, isPaused: false })
      expect(here.voice().isPaused).toBe(true)
    },
  },
  'recording speech over the voice': { kind: 'replying', isHalfDuplex: true, reach: speakInto },
  'transcribing speech over the voice': {
    kind: 'replying',
    isHalfDuplex: true,
    async reach(here) {
      await speakInto(here)
      here.echoes(700)
    },
  },
  'storing speech over the voice until the reply is over': {
    kind: 'replying',
    isHalfDuplex: true,
    async reach(here) {
      await speakInto(here)
      here.echoes(700)
      await untilSettled()
    },
  },
}

const FAULTS: Readonly<Record<string, (here: World) => void>> = {
  'all events stop': () => undefined,
  'its microphone is replaced': (here) => here.lose(),
  'its microphone is disconnected': (here) => {
    here.failures.push(new MicrophoneError('none'))
    here.lose()
  },
  'the turn ends meanwhile': (here) => here.turn(READY),
  'the turn fails': (here) => here.turn({ phase: 'failed', reason: 'no-reply', queue: [] }),
  'it is stopped': (here) => here.handsFree.stop(),
  'the computer slept': (here) => here.passes(3 * 60 * 60_000),
}

/** Results of a transcription: a server that responds, fails, or never responds. */
const HEARINGS: Readonly<Record<string, () => Promise<string>>> = {
  'the utterance is transcribed': () => Promise.resolve('What is a token bucket?'),
  'nothing can be transcribed': () => Promise.reject(new Error('no server')),
  'nobody answers': () => new Promise(() => undefined),
}

/** Advances the time in silence and completes pending requests. */
async function comeToRest(here: World): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await untilSettled()
    here.fallsSilent()
    here.passes(12_000)
  }
  // A resumed voice has its former volume.
  expect(here.voice()).toEqual({ isDucked: false, isPaused: false })
  here.turn(READY)
  // Speech that waited for the end of the reply is a turn now.
  for (let round = 0; round < 2; round += 1) {
    await untilSettled()
    here.fallsSilent()
    here.passes(12_000)
  }
}

const AT_REST = ['off', 'ready', 'wake-word']

describe.each(Object.entries(STATES))('listening, %s', (_, { kind, isHalfDuplex, reach }) => {
  describe.each(Object.entries(HEARINGS))('where %s', (__, listens) => {
    it.each(Object.entries(FAULTS))('recovers when %s', async (___, strike) => {
      const here = createWorld({ isFullDuplex: isHalfDuplex !== true, listens })
      await reach(here)
      expect(here.kind()).toBe(kind)
      strike(here)
      await comeToRest(here)
      expect(AT_REST).toContain(here.kind())
      expect(here.isOpen()).toBe(here.kind() !== 'off')
      const count = (call: string) => here.calls.filter((made) => made.startsWith(call)).length
      // The session itself ends the current one when listening fails.
      const unended = count('begin') - count('end') - count('drop')
      expect(unended === 0 || (unended === 1 && count('fail') === 1)).toBe(true)
      here.handsFree.stop()
      expect(here.isOpen()).toBe(false)
      await listen(here, 'continuous')
      expect(here.kind()).toBe('ready')
      here.handsFree.stop()
      expect(here.isOpen()).toBe(false)
    })
  })
})
