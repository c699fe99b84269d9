import { describe, expect, it } from 'vitest'
import { MicrophoneError } from '../capture/microphone-error.ts'
import { FakeUtterances } from '../session/utterances.fixture.ts'
import { createWorld } from '../session/voice-session.fixture.ts'
import { FakeRoom, listenIn, untilSettled } from './hands-free.fixture.ts'

// Both machines together: what a person says into a reply on loudspeakers in half duplex is asked after it, and a
// fault at any moment loses none of it.

const REPLY = 'The ferryman lived on the other side, and every evening he rowed it back. '
const SAID = 'And what about the moon?'

async function speakingWorld(utterances = new FakeUtterances(), reply = REPLY) {
  let room: FakeRoom | undefined
  const world = createWorld(utterances, (controller, clock) => {
    room = new FakeRoom(clock)
    return listenIn(room, clock, controller, {
      transcriber: { start: (request) => world.transcriber.start(request) },
    })
  })
  if (!room) throw new Error('nobody listens')
  world.settings.inputMode = 'continuous'
  world.session.press()
  await untilSettled()
  world.session.submit('Tell me a story.')
  const turnId = world.asked.at(-1)?.turnId ?? ''
  world.session.progress({ type: 'reply-started', turnId, replyId: 'r1' })
  world.session.progress({ type: 'reply-text', turnId, text: reply })
  world.speechOutput.emit({ type: 'started', turnId })
  world.speechOutput.emit({ type: 'sentence', turnId, range: { replyId: 'r1', start: 0, end: reply.length } })
  return { ...world, room, turnId, asks: () => world.asked.slice(1).map(({ text }) => text) }
}
type World = Awaited<ReturnType<typeof speakingWorld>>

/** The voice sounds and is echoed, with or without a person who speaks into it. */
async function echoes({ room, speechOutput }: World, ms: number, isSpokenInto = false): Promise<void> {
  speechOutput.loudness = 0.7
  room.level = isSpokenInto ? 0.1 : 0.001
  for (let left = ms; left > 0; left -= 100) {
    room.hears(Math.min(left, 100))
    await untilSettled()
  }
  speechOutput.loudness = 0
  room.level = 0.001
}

async function isSpokenInto(world: World): Promise<void> {
  await echoes(world, 1_500)
  await echoes(world, 1_200, true)
}

async function isTranscribing(world: World): Promise<void> {
  await isSpokenInto(world)
  await echoes(world, 1_000)
  expect(world.transcriber.isAsked).toBe(true)
}

async function isKnown(world: World): Promise<void> {
  await isTranscribing(world)
  world.transcriber.hears(SAID)
  await untilSettled()
}

async function passQuietly({ room }: World, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    room.hears(100)
    await untilSettled()
  }
}

/** A person speaks for a second while nothing is played. */
async function says(world: World, words: string): Promise<void> {
  world.room.hears(100, { type: 'speech-start', at: Infinity })
  world.room.hears(1_000, { type: 'speech-end', at: Infinity })
  await passQuietly(world, 500)
  world.transcriber.hears(words)
  await passQuietly(world, 3_000)
}

async function voiceEnds(world: World): Promise<void> {
  const { session, speechOutput, turnId } = world
  session.progress({ type: 'reply-ended', turnId, outcome: 'complete' })
  speechOutput.emit({ type: 'finished', turnId })
  await untilSettled()
}

it('becomes the next question, and the voice is not stopped', async () => {
  const world = await speakingWorld()
  await isKnown(world)
  expect(world.speechOutput.isSpeaking).toBe(true)
  expect(world.speechOutput).toMatchObject({ isPaused: false, isDucked: false })
  expect(world.session.snapshot().state.phase).toBe('speaking')
  await voiceEnds(world)
  await passQuietly(world, 300)
  expect(world.asks()).toEqual([SAID])
  expect(world.stopped).toEqual([])
})

it('is transcribed after a voice that ends before the person', async () => {
  const world = await speakingWorld()
  await isSpokenInto(world)
  await voiceEnds(world)
  await passQuietly(world, 1_000)
  world.transcriber.hears(`every evening he rowed ${SAID}`)
  await passQuietly(world, 3_000)
  expect(world.asks()).toEqual([SAID])
})

it.each(['every evening he rowed it back.', 'Evening.', ''])('asks nothing for the echo %j', async (echo) => {
  const during = await speakingWorld()
  await isTranscribing(during)
  during.transcriber.hears(echo)
  await voiceEnds(during)
  await passQuietly(during, 4_000)
  expect(during.asks()).toEqual([])
  expect(during.session.snapshot().pendingUtterances).toEqual([])

  const after = await speakingWorld()
  await isSpokenInto(after)
  await voiceEnds(after)
  await passQuietly(after, 1_000)
  after.transcriber.hears(echo)
  await passQuietly(after, 4_000)
  expect(after.asks()).toEqual([])
  expect(after.session.snapshot()).toMatchObject({ pendingUtterances: [], state: { phase: 'idle' } })
})

it('asks nothing for an echo that arrives after the voice, and what a person says later', async () => {
  const echo = 'every evening he rowed it back.'
  const world = await speakingWorld()
  await voiceEnds(world)
  await passQuietly(world, 200)
  await says(world, echo)
  expect(world.asks()).toEqual([])
  await passQuietly(world, 1_000)
  await says(world, echo)
  expect(world.asks()).toEqual([echo])
})

it('asks the words of a question that the voice asked', async () => {
  const world = await speakingWorld(undefined, 'Would you like tea or coffee?')
  await voiceEnds(world)
  await passQuietly(world, 200)
  await says(world, 'Coffee.')
  expect(world.asks()).toEqual(['Coffee.'])
})

it('is not recorded where the loudness of the voice is unknown', async () => {
  const world = await speakingWorld()
  world.room.level = 0.1
  await passQuietly(world, 3_000)
  expect(world.transcriber.requests).toEqual([])
})

const MOMENTS: Readonly<Record<string, (world: World) => Promise<void>>> = {
  'while it is being said': isSpokenInto,
  'while it is transcribed': isTranscribing,
  'when its words are known': isKnown,
  async 'when the voice has ended'(world) {
    await isKnown(world)
    await voiceEnds(world)
  },
}

const FAULTS: Readonly<Record<string, (world: World) => Promise<void> | void>> = {
  'the reply fails': ({ session, speechOutput, turnId }) => {
    session.progress({ type: 'reply-ended', turnId, outcome: 'failed' })
    speechOutput.emit({ type: 'finished', turnId })
  },
  'the transcriber fails': ({ transcriber }) => transcriber.fails('broken'),
  'the microphone is replaced': ({ room }) => room.lose(),
  async 'the microphone is disconnected'({ room }) {
    room.failures.push(new MicrophoneError('none'))
    room.lose()
    await untilSettled()
  },
  'the voice is stopped': ({ session }) => void session.escape(),
}

describe.each(Object.entries(MOMENTS))('speech into a reply, %s', (moment, reach) => {
  it.each(Object.entries(FAULTS))('is not lost if %s', async (fault, strike) => {
    const world = await speakingWorld()
    await reach(world)
    if (fault !== 'the transcriber fails' || world.transcriber.isAsked) await strike(world)
    await passQuietly(world, 700)
    await voiceEnds(world)
    for (let round = 0; round < 40; round += 1) {
      while (world.transcriber.isAsked) world.transcriber.hears(SAID)
      await passQuietly(world, 100)
    }
    const { pendingUtterances } = world.session.snapshot()
    const isOffered = pendingUtterances.some(
      ({ progress }) =>
        progress.state === 'failed' || (progress.state === 'transcribed' && progress.text === SAID),
    )
    const isInField = world.composer.text.includes(SAID)
    // Before its words are known a recording may be noise, which is dropped with the microphone.
    const isUnknown = moment.startsWith('while') && fault === 'the microphone is disconnected'
    expect(world.asks().includes(SAID) || isOffered || isInField || isUnknown).toBe(true)
    expect(world.asks().length).toBeLessThanOrEqual(1)
  })
})

it('is offered after the tab was killed', async () => {
  const before = await speakingWorld()
  await isKnown(before)
  const world = createWorld(before.utterances)
  await untilSettled()
  expect(world.session.snapshot().pendingUtterances).toMatchObject([
    { progress: { state: 'failed', failure: 'interrupted' } },
  ])
})

it('is offered when listening ends before the reply', async () => {
  const world = await speakingWorld()
  await isKnown(world)
  world.session.closeMicrophone()
  await untilSettled()
  expect(world.speechOutput.isSpeaking).toBe(true)
  expect(world.session.snapshot().pendingUtterances).toMatchObject([
    { progress: { state: 'transcribed', text: SAID } },
  ])
})
