import { expect, it, vi } from 'vitest'
import { untilSettled, createWorld } from './hands-free.fixture.ts'

type World = ReturnType<typeof createWorld>

async function createWaitingWorld(context: Parameters<typeof createWorld>[0]): Promise<World> {
  const here = createWorld({ isSpotted: true, maySend: false, ...context })
  here.handsFree.start('voice-activation')
  await untilSettled()
  return here
}

/** Speech of others for five seconds, and then the word, which ends after 600 ms. */
function speech(here: World, word: string) {
  here.hears(5_000, { type: 'speech-start', at: 100 })
  here.hears(800)
  here.spotsWord(word, 700)
}

it('sends nothing of speech without a wake word', async () => {
  const sent: number[] = []
  const here = await createWaitingWorld({ onSent: (seconds) => sent.push(seconds) })
  for (let time = 0; time < 5; time += 1) {
    here.hears(3_000, { type: 'speech-start', at: here.now() })
    here.hears(500, { type: 'speech-end', at: here.now() })
    here.passes(2_000)
    await untilSettled()
  }
  expect(sent).toEqual([])
  expect(here.calls).toEqual([])
  expect(here.kind()).toBe('wake-word')
})

it('starts the turn at once for a name of its own, with the sound from the word on', async () => {
  const here = await createWaitingWorld({})
  speech(here, 'vee')
  expect(here.calls).toEqual(['called vee', 'chime', 'begin ?'])
  const recording = await [...here.utterances.values()][0]?.finish()
  expect(recording?.durationSeconds).toBeCloseTo(0.8, 1)
})

it.each([
  ['Tutor, what is a token bucket?', ['called Tutor', 'chime', 'begin what is a token bucket?', 'end']],
  ['Tudor, what is a token bucket?', ['called Tutor', 'chime', 'begin what is a token bucket?', 'end']],
  ['Tutor.', ['called Tutor', 'chime']],
  ['', ['called Tutor', 'chime']],
  ['Tutor fees have gone up again.', []],
  ['Tutoren werden schlecht bezahlt.', []],
  ['The council has decided to rebuild it.', []],
])('lets the words decide after the name of an assistant: %j', async (words, calls) => {
  const sent: number[] = []
  const here = await createWaitingWorld({ words, onSent: (seconds) => sent.push(seconds) })
  speech(here, 'Tutor')
  expect(here.calls).toEqual([])
  here.hears(1_000, { type: 'speech-end', at: here.now() + 900 })
  here.passes(1_000)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await untilSettled()
  expect(here.calls).toEqual(calls)
  // What was said before the name stays here.
  expect(sent[0]).toBeLessThan(2.9)
})

it('keeps what was said after the name of an assistant if the transcriber fails', async () => {
  const here = await createWaitingWorld({ listens: () => Promise.reject(new Error('the vendor hangs')) })
  speech(here, 'Tutor')
  here.hears(1_000, { type: 'speech-end', at: here.now() + 900 })
  here.passes(1_000)
  await vi.waitFor(() => expect(here.calls.slice(0, 3)).toEqual(['called Tutor', 'chime', 'begin ?']))
  const recording = await [...here.utterances.values()][0]?.finish()
  expect(recording?.durationSeconds).toBeGreaterThan(1.5)
})

it('closes the microphone with a notice if the device fails and nothing may be sent', async () => {
  const sent: number[] = []
  const here = await createWaitingWorld({ isSpotted: false, onSent: (seconds) => sent.push(seconds) })
  here.hears(80, { type: 'speech-start', at: 0 })
  here.hears(1_000, { type: 'speech-end', at: 1_000 })
  await vi.waitFor(() => expect(here.calls).toEqual(['wake-word-unavailable']))
  expect(sent).toEqual([])
  expect(here.isOpen()).toBe(false)
})
