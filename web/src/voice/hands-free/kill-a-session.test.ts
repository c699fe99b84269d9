import { describe, expect, it } from 'vitest'
import { MicrophoneError } from '../capture/microphone-error.ts'
import { FakeUtterances } from '../session/utterances.fixture.ts'
import { createWorld } from '../session/voice-session.fixture.ts'
import { FakeRoom, listenIn, untilSettled } from './hands-free.fixture.ts'

// Both machines together, as on a page: faults at every state of a hands-free turn.

const SAID = 'I was there and'

/** A session that listens hands-free in a room. */
function handsFreeWorld(utterances = new FakeUtterances()) {
  let room: FakeRoom | undefined
  const world = createWorld(utterances, (controller, clock) => {
    room = new FakeRoom(clock)
    return listenIn(room, clock, controller)
  })
  if (!room) throw new Error('nobody listens')
  world.settings.inputMode = 'continuous'
  return { ...world, room }
}
type World = ReturnType<typeof handsFreeWorld>

const phaseOf = ({ session }: World) => session.snapshot().state.phase
const kindOf = ({ session }: World) => session.snapshot().listening.kind

/** Silence of this length; pending results arrive. */
async function passQuietly({ room }: World, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    room.hears(Math.min(left, 100))
    await untilSettled()
  }
}

async function startListening(world: World): Promise<void> {
  world.session.press()
  await untilSettled()
}

async function talks(world: World): Promise<void> {
  await startListening(world)
  world.room.hears(1_000, { type: 'speech-start', at: Infinity })
  world.room.hears(1_000)
}

async function pauses(world: World): Promise<void> {
  await talks(world)
  world.room.hears(100, { type: 'speech-end', at: Infinity })
}

async function isBeingHeard(world: World): Promise<void> {
  await pauses(world)
  await passQuietly(world, 500)
  expect(world.transcriber.isAsked).toBe(true)
}

async function isHeard(world: World): Promise<void> {
  await isBeingHeard(world)
  world.transcriber.hears(SAID)
  await untilSettled()
}

async function goesOn(world: World): Promise<void> {
  await isHeard(world)
  world.room.hears(500, { type: 'speech-start', at: Infinity })
}

async function isBeingSent(world: World): Promise<void> {
  await isBeingHeard(world)
  await passQuietly(world, 2_200)
  expect(phaseOf(world)).toBe('transcribing')
}

async function isClassifying(world: World): Promise<string> {
  await isHeard(world)
  await passQuietly(world, 2_200)
  expect(phaseOf(world)).toBe('waiting')
  return world.asked.at(-1)?.turnId ?? ''
}

async function isWritten(world: World): Promise<string> {
  const turnId = await isClassifying(world)
  world.session.progress({ type: 'reply-started', turnId, replyId: 'r1' })
  world.session.progress({ type: 'reply-text', turnId, text: 'Well, hello. ' })
  return turnId
}

async function isSaid(world: World): Promise<string> {
  const turnId = await isWritten(world)
  world.speechOutput.emit({ type: 'started', turnId })
  expect(phaseOf(world)).toBe('speaking')
  return turnId
}

/** Every state of a hands-free turn; `hasSaid`: an utterance exists that must not be lost. */
const STATES: Readonly<
  Record<string, { readonly reach: (world: World) => Promise<unknown>; readonly hasSaid: boolean }>
> = {
  'the microphone opens': {
    reach(world) {
      world.session.press()
      return Promise.resolve()
    },
    hasSaid: false,
  },
  'no user speaks': { reach: startListening, hasSaid: false },
  'the user speaks': { reach: talks, hasSaid: true },
  'the user pauses': { reach: pauses, hasSaid: true },
  'their words are transcribed': { reach: isBeingHeard, hasSaid: true },
  'their words are known, and more may follow': { reach: isHeard, hasSaid: true },
  'the user continues': { reach: goesOn, hasSaid: true },
  'their words are sent as soon as they are known': { reach: isBeingSent, hasSaid: true },
  'the reply is pending': { reach: isClassifying, hasSaid: true },
  'the reply is written': { reach: isWritten, hasSaid: true },
  'the reply is spoken': { reach: isSaid, hasSaid: true },
}

/** Fails everything in progress. No-op for everything else. */
async function endAll(world: World, reason: 'offline' | 'broken' | 'unavailable'): Promise<void> {
  const { session, transcriber, speechOutput } = world
  // The current speech cannot be transcribed either.
  if (kindOf(world) === 'talking') world.room.hears(100, { type: 'speech-end', at: Infinity })
  for (let round = 0; round < 40; round += 1) {
    while (transcriber.isAsked) transcriber.fails(reason)
    await passQuietly(world, 100)
  }
  const { state } = session.snapshot()
  if (!('turnId' in state)) return
  session.progress({ type: 'reply-ended', turnId: state.turnId, outcome: 'failed' })
  speechOutput.emit({ type: 'finished', turnId: state.turnId })
}

const FAULTS: Readonly<Record<string, (world: World) => Promise<void> | void>> = {
  'the network fails': (world) => endAll(world, 'offline'),
  'the server is killed': (world) => endAll(world, 'broken'),
  'the provider fails': (world) => endAll(world, 'unavailable'),
  'no server responds': () => undefined,
  'the microphone is replaced': ({ room }) => room.lose(),
  async 'the microphone is disconnected'({ room }) {
    room.failures.push(new MicrophoneError('none'))
    room.lose()
    await untilSettled()
  },
  'listening is stopped manually': ({ session }) => session.press(),
  'the screen is left': ({ session }) => session.closeMicrophone(),
  'the computer slept': ({ clock }) => clock.advance(3 * 60 * 60_000),
}

/** Runs the world in silence until nothing changes any more. */
async function comeToRest(world: World): Promise<void> {
  if (kindOf(world) === 'talking') world.room.hears(100, { type: 'speech-end', at: Infinity })
  await passQuietly(world, 3_000)
  // It shows no recording without speech or without an open microphone.
  expect(phaseOf(world)).not.toBe('capturing')
  for (let round = 0; round < 8; round += 1) {
    await untilSettled()
    world.clock.advance(250_000)
  }
}

/**
 * Returns whether the utterance is in the conversation, in the message field, offered to the user, or stored.
 */
function isSafe({ asked, composer, session, utterances }: World): boolean {
  const wasAsked = asked.some(({ text }) => text.includes(SAID))
  return (
    wasAsked ||
    composer.text !== '' ||
    session.snapshot().pendingUtterances.length > 0 ||
    utterances.stored.size > 0
  )
}

/** Checks that the user can talk hands-free and gets an answer. */
async function takesATurn(world: World): Promise<void> {
  const { session, speechOutput, composer } = world
  for (let escapes = 0; escapes < 3; escapes += 1) session.escape()
  while (world.transcriber.isAsked) world.transcriber.hears('late')
  await untilSettled()
  composer.text = ''
  expect(kindOf(world)).toBe('off')
  const turnId = await isSaid(world)
  session.progress({ type: 'reply-ended', turnId, outcome: 'complete' })
  speechOutput.emit({ type: 'finished', turnId })
  await untilSettled()
  expect(phaseOf(world)).toBe('idle')
  expect(kindOf(world)).toBe('ready')
  expect(world.room.open).toBe(1)
  session.press()
  expect(world.room.open).toBe(0)
}

describe.each(Object.entries(STATES))('hands-free, while %s', (_, { reach, hasSaid }) => {
  it.each(Object.entries(FAULTS))('%s', async (__, strike) => {
    const world = handsFreeWorld()
    await reach(world)
    await strike(world)
    await comeToRest(world)
    expect(['idle', 'reviewing', 'failed']).toContain(phaseOf(world))
    expect(['off', 'ready']).toContain(kindOf(world))
    expect(world.room.open).toBe(kindOf(world) === 'off' ? 0 : 1)
    expect(isSafe(world) || !hasSaid).toBe(true)
    await takesATurn(world)
  })

  it('its tab is killed', async () => {
    const before = handsFreeWorld()
    await reach(before)
    const world = handsFreeWorld(before.utterances)
    await untilSettled()
    expect(kindOf(world)).toBe('off')
    expect(world.utterances.stored.size > 0).toBe(hasSaid)
    for (const { id } of world.session.snapshot().pendingUtterances) world.session.retryUtterance(id)
    await untilSettled()
    while (world.transcriber.isAsked) world.transcriber.hears('said again')
    await untilSettled()
    await takesATurn(world)
  })

  it('its page continues without it', async () => {
    const world = handsFreeWorld()
    await reach(world)
    world.session.dispose()
    await untilSettled()
    expect(world.room.open).toBe(0)
    expect(world.speechOutput.isSpeaking).toBe(false)
    expect(world.utterances.stored.size + world.utterances.chunks.length > 0).toBe(hasSaid)
  })
})
