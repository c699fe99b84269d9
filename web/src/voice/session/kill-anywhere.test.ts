import { describe, expect, it } from 'vitest'
import { UTTERANCE_MICROPHONE } from './fake-hands-free.fixture.ts'
import { createWorld } from './voice-session.fixture.ts'

type World = ReturnType<typeof createWorld>

const phaseOf = (world: World) => world.session.snapshot().state.phase
const untilSettled = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Runs the event loop until the condition is true. Nothing in the fake world takes longer than a few turns.
 */
async function waitUntil(isSo: () => boolean): Promise<void> {
  for (let turns = 0; turns < 20 && !isSo(); turns += 1) await untilSettled()
  expect(isSo()).toBe(true)
}

const untilPhase = (world: World, phase: string) => waitUntil(() => phaseOf(world) === phase)

async function record(world: World): Promise<void> {
  world.session.press()
  world.microphone.opens()
  await untilPhase(world, 'capturing')
  world.microphone.hearsSpeech()
  world.clock.advance(1_000)
}

async function hear(world: World): Promise<void> {
  await record(world)
  world.session.release()
  await waitUntil(() => world.transcriber.isAsked)
}

async function review(world: World): Promise<void> {
  await hear(world)
  world.transcriber.hears('said')
  await untilPhase(world, 'reviewing')
}

/** Sends the transcript as a question; returns the turn. */
async function ask(world: World): Promise<string> {
  await review(world)
  world.composer.send()
  await untilPhase(world, 'waiting')
  return world.asked.at(-1)?.turnId ?? ''
}

async function write(world: World): Promise<string> {
  const turnId = await ask(world)
  world.session.progress({ type: 'reply-started', turnId, replyId: 'r1' })
  world.session.progress({ type: 'reply-text', turnId, text: 'Well, hello. ' })
  await untilPhase(world, 'replying')
  return turnId
}

async function speak(world: World): Promise<string> {
  const turnId = await write(world)
  world.speechOutput.emit({ type: 'started', turnId })
  await untilPhase(world, 'speaking')
  return turnId
}

/** Every state of a turn; `hasSaid`: an utterance exists that must not be lost. */
const STATES: Readonly<Record<string, { reach: (world: World) => Promise<unknown>; hasSaid: boolean }>> = {
  'at rest': { reach: () => Promise.resolve(), hasSaid: false },
  'opening the microphone': {
    reach(world) {
      world.session.press()
      return untilPhase(world, 'opening')
    },
    hasSaid: false,
  },
  'recording while held': { reach: record, hasSaid: true },
  'recording after a tap': {
    async reach(world) {
      world.session.press()
      world.session.release()
      world.microphone.opens()
      await untilPhase(world, 'capturing')
      world.microphone.hearsSpeech()
    },
    hasSaid: true,
  },
  'recording hands-free': {
    async reach(world) {
      world.controller().beginUtterance('u-hands-free', UTTERANCE_MICROPHONE)
      await untilPhase(world, 'capturing')
    },
    hasSaid: true,
  },
  'recording during the transcription of the last': {
    async reach(world) {
      await hear(world)
      await record(world)
    },
    hasSaid: true,
  },
  transcription: { reach: hear, hasSaid: true },
  'hearing, with Send pressed': {
    async reach(world) {
      await hear(world)
      world.composer.text = 'typed'
      world.composer.send()
    },
    hasSaid: true,
  },
  reviewing: { reach: review, hasSaid: true },
  waiting: { reach: ask, hasSaid: true },
  'waiting for a spoken reply': {
    async reach(world) {
      const turnId = await ask(world)
      world.session.progress({ type: 'reply-started', turnId, replyId: 'r1' })
    },
    hasSaid: true,
  },
  'being written': { reach: write, hasSaid: true },
  'being written without speech': {
    async reach(world) {
      world.settings.speaksReplies = false
      await write(world)
    },
    hasSaid: true,
  },
  'blocked from playing audio': {
    async reach(world) {
      world.speechOutput.emit({ type: 'needs-gesture', turnId: await write(world) })
    },
    hasSaid: true,
  },
  'speaking and being written': { reach: speak, hasSaid: true },
  'speaking what is written': {
    async reach(world) {
      const turnId = await speak(world)
      world.session.progress({ type: 'reply-ended', turnId, outcome: 'complete' })
    },
    hasSaid: false,
  },
  'paused in mid-sentence': {
    async reach(world) {
      await speak(world)
      world.session.setPaused(true)
    },
    hasSaid: true,
  },
  'failed before': {
    async reach(world) {
      await hear(world)
      world.transcriber.fails('offline')
      await untilPhase(world, 'failed')
    },
    hasSaid: true,
  },
}

/** Fails everything in progress. No-op for everything else. */
function endAll(world: World, reason: 'offline' | 'broken' | 'unavailable'): void {
  while (world.transcriber.isAsked) world.transcriber.fails(reason)
  const { state } = world.session.snapshot()
  if ('turnId' in state)
    world.session.progress({ type: 'reply-ended', turnId: state.turnId, outcome: 'failed' })
  if ('turnId' in state) world.speechOutput.emit({ type: 'finished', turnId: state.turnId })
}

/** Faults to inject, except for the tab. */
const FAULTS: Readonly<Record<string, (world: World) => void>> = {
  'the network fails': (world) => endAll(world, 'offline'),
  'the server is killed': (world) => endAll(world, 'broken'),
  'the provider fails': (world) => endAll(world, 'unavailable'),
  'no server responds': () => undefined,
  'the microphone is disconnected': (world) => world.microphone.lose(),
  'the microphone cannot be opened': (world) => world.microphone.fails('busy'),
  'the page is hidden': (world) => world.hidePage(),
  'the speech fails': (world) => {
    const { state } = world.session.snapshot()
    if ('turnId' in state) world.speechOutput.emit({ type: 'stopped', turnId: state.turnId, playedUntil: 0 })
  },
  'its button is unmounted': (world) => world.session.closeMicrophone(),
  'every event is late': (world) => {
    world.clock.advance(700_000)
    world.microphone.opens()
    while (world.transcriber.isAsked) world.transcriber.hears('late')
  },
}

/** Longer than all time limits of a turn together, in ms. */
const LONG_MS = 2_000_000

/** Runs the world until nothing changes any more. */
async function comeToRest(world: World): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await untilSettled()
    world.clock.advance(LONG_MS / 4)
  }
  await untilSettled()
}

/**
 * Returns whether the utterance is in the conversation, in the message field, offered to the user, or stored.
 */
function isSafe(world: World): boolean {
  const wasAsked = world.asked.some(({ text }) => text.includes('said') || text.includes('late'))
  const isInField = world.composer.text !== ''
  return (
    wasAsked ||
    isInField ||
    world.session.snapshot().pendingUtterances.length > 0 ||
    world.utterances.chunks.length > 0
  )
}

/** Checks that the user can talk and gets an answer. */
async function takesATurn(world: World): Promise<void> {
  for (let escapes = 0; escapes < 3; escapes += 1) world.session.escape()
  // Completes requests without a waiting caller.
  while (world.transcriber.isAsked) world.transcriber.hears('late')
  world.composer.text = ''
  world.settings.speaksReplies = true
  const turnId = await speak(world)
  world.session.progress({ type: 'reply-ended', turnId, outcome: 'complete' })
  world.speechOutput.emit({ type: 'finished', turnId })
  await untilPhase(world, 'idle')
}

function waitsForAHand(world: World): boolean {
  const { state } = world.session.snapshot()
  return ('voice' in state && state.voice === 'blocked') || ('isPaused' in state && state.isPaused)
}

const AT_REST = ['idle', 'reviewing', 'failed']

describe.each(Object.entries(STATES))('a turn %s', (_, { reach, hasSaid }) => {
  it.each(Object.entries(FAULTS))('when %s', async (fault, strike) => {
    const world = createWorld()
    await reach(world)
    strike(world)
    await comeToRest(world)
    // A voice that waits for a user gesture, or was paused, waits indefinitely and can be cancelled.
    expect(AT_REST.includes(phaseOf(world)) || waitsForAHand(world)).toBe(true)
    world.session.escape()
    expect(AT_REST).toContain(phaseOf(world))
    expect(world.microphone.openCount).toBe(0)
    expect(isSafe(world) || !hasSaid, fault).toBe(true)
    await takesATurn(world)
    expect(world.microphone.openCount).toBe(0)
    expect(world.speechOutput.isSpeaking).toBe(false)
  })

  it('when its tab is killed', async () => {
    const before = createWorld()
    await reach(before)
    const world = createWorld(before.utterances)
    await untilSettled()
    // A question belongs to the conversation, but its recording is stored until it is answered.
    const isKept = world.session.snapshot().pendingUtterances.length > 0 || world.utterances.stored.size > 0
    expect(isKept).toBe(hasSaid)
    for (const { id } of world.session.snapshot().pendingUtterances) world.session.retryUtterance(id)
    await untilSettled()
    while (world.transcriber.isAsked) world.transcriber.hears('said again')
    await comeToRest(world)
    await takesATurn(world)
  })

  it('when its page continues without it', async () => {
    const world = createWorld()
    await reach(world)
    world.session.dispose()
    world.microphone.opens()
    await untilSettled()
    expect(world.microphone.openCount).toBe(0)
    expect(world.speechOutput.isSpeaking).toBe(false)
    const isKept = world.utterances.stored.size + world.utterances.chunks.length > 0
    expect(isKept).toBe(hasSaid)
  })
})
