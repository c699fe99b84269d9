import { beforeEach, describe, expect, it } from 'vitest'
import { createWorld } from '../session/voice-session.fixture.ts'
import { FakeRoom, listenIn, untilSettled } from './hands-free.fixture.ts'

// Both machines together, with their events in the actual order.

let world: ReturnType<typeof createWorld>
let room: FakeRoom
beforeEach(async () => {
  world = createWorld(undefined, (controller, clock) => {
    room = new FakeRoom(clock)
    return listenIn(room, clock, controller, {
      // Sounds during a reply are classified by the same transcriber.
      transcriber: { start: (request) => world.transcriber.start(request) },
    })
  })
  world.settings.inputMode = 'continuous'
  world.session.press()
  await untilSettled()
})

const listening = () => world.session.snapshot().listening.kind
const questions = () => world.asked.map(({ text }) => text)

/** A second of speech, until now. */
function says(): void {
  room.hears(100, { type: 'speech-start', at: 0 })
  room.hears(1_000, { type: 'speech-end', at: Infinity })
}

/** A sound that is too short for a word. */
function coughs(): void {
  room.hears(100, { type: 'speech-start', at: 0 })
  room.hears(100, { type: 'misfire', at: Infinity })
}

/** Silence of this length; pending results arrive. */
async function passQuietly(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    room.hears(Math.min(left, 100))
    await untilSettled()
  }
}

async function hears(text: string): Promise<void> {
  world.transcriber.hears(text)
  await untilSettled()
}

describe('hands-free speech is sent', () => {
  it('when they are followed by silence', async () => {
    says()
    await passQuietly(500)
    await hears('I was there and')
    await passQuietly(2_200)
    expect(questions()).toEqual(['I was there and'])
  })

  it('when a cough falls into the pause after them', async () => {
    says()
    await passQuietly(500)
    await hears('I was there and')
    coughs()
    await passQuietly(3_000)
    expect(questions()).toEqual(['I was there and'])
  })

  it('when a cough falls into the pause before they are known', async () => {
    says()
    await passQuietly(500)
    coughs()
    await hears('I was there and')
    await passQuietly(3_000)
    expect(questions()).toEqual(['I was there and'])
  })

  it('when they become known in the middle of a cough', async () => {
    says()
    await passQuietly(500)
    room.hears(100, { type: 'speech-start', at: 0 })
    await hears('I was there and')
    room.hears(100, { type: 'misfire', at: Infinity })
    await passQuietly(3_000)
    expect(questions()).toEqual(['I was there and'])
  })

  it('if a noise after them is detected as speech without words', async () => {
    says()
    await passQuietly(500)
    await hears('I was there and')
    says()
    await passQuietly(500)
    await hears('')
    await passQuietly(3_000)
    expect(questions()).toEqual(['I was there and'])
  })

  it.each([
    ['a cough', coughs, undefined],
    ['a noise without words', says, ''],
  ])('if %s arrives while it is being sent', async (_, sounds, secondWords) => {
    says()
    await passQuietly(2_600)
    expect(listening()).toBe('pausing')
    sounds()
    await passQuietly(500)
    await hears('I was there and')
    if (secondWords !== undefined) await hears(secondWords)
    await passQuietly(3_000)
    expect(questions()).toEqual(['I was there and'])
  })

  it('together with those that follow while they are on their way', async () => {
    says()
    await passQuietly(2_600)
    says()
    await passQuietly(500)
    await hears('I was there and')
    await hears('saw it')
    await passQuietly(3_000)
    expect(questions()).toEqual(['I was there and saw it'])
  })
})

it('sends nothing for coughs', async () => {
  coughs()
  await passQuietly(3_000)
  expect(questions()).toEqual([])
  expect(world.session.snapshot().state.phase).toBe('idle')
  expect(listening()).toBe('ready')
})

it('words that follow a turn before its voice join it, and the whole is asked again', async () => {
  says()
  await passQuietly(500)
  await hears('I went to the shop.')
  await passQuietly(1_000)
  expect(questions()).toEqual(['I went to the shop.'])
  says()
  await passQuietly(300)
  // The first words decide; the whole sound is transcribed when it is over.
  await hears('and bought')
  await passQuietly(500)
  await hears('and bought some bread.')
  await passQuietly(1_500)
  expect(world.stopped).toHaveLength(1)
  expect(questions().at(-1)).toBe('I went to the shop. and bought some bread.')
  expect(questions()).toHaveLength(2)
})

it('noise that follows a turn changes nothing', async () => {
  says()
  await passQuietly(500)
  await hears('I went to the shop.')
  await passQuietly(1_000)
  says()
  await passQuietly(300)
  await hears('')
  await passQuietly(1_500)
  expect(world.stopped).toEqual([])
  expect(questions()).toEqual(['I went to the shop.'])
})
