import { expect, it } from 'vitest'
import type { HandsFree, VoiceSessionController } from '../session/hands-free-port.ts'
import type { Listening } from '../session/listening.ts'
import { untilSettled } from './hands-free.fixture.ts'
import { createLazyHandsFree } from './lazy-hands-free.ts'

/** Listening whose code the test loads or fails to load; `open` lists the opened microphones. */
function createWorld() {
  const open: string[] = []
  const shown: Listening['kind'][] = []
  const failures: string[] = []
  const loads: PromiseWithResolvers<HandsFree>[] = []
  const idle: HandsFree = {
    start: (mode) => void open.push(mode),
    stop: () => void open.pop(),
    cancel: () => undefined,
    onTurn: () => undefined,
    onTranscribed: () => undefined,
    onConsentAsked: () => undefined,
    onTurnEnd: () => undefined,
    level: () => 0,
  }
  const controller = {
    show: ({ kind }: Listening) => void shown.push(kind),
    fail: (reason: string) => void failures.push(reason),
  } as unknown as VoiceSessionController
  const handsFree = createLazyHandsFree(() => {
    const load = Promise.withResolvers<HandsFree>()
    loads.push(load)
    return load.promise
  })(controller)
  return {
    handsFree,
    open,
    shown,
    failures,
    loads,
    comes: async () => {
      for (const { resolve } of loads) resolve({ ...idle })
      await untilSettled()
    },
    fails: async () => {
      for (const { reject } of loads) reject(new Error('no code'))
      await untilSettled()
    },
  }
}

it('starts when its code is loaded', async () => {
  const { handsFree, open, shown, comes } = createWorld()
  handsFree.start('continuous')
  expect(shown).toEqual(['opening'])
  await comes()
  expect(open).toEqual(['continuous'])
})

it('does not start if it was stopped in the meantime', async () => {
  const { handsFree, open, shown, comes } = createWorld()
  handsFree.start('continuous')
  handsFree.stop()
  await comes()
  expect(shown).toEqual(['opening', 'off'])
  expect(open).toEqual([])
})

it('listens once, in the mode of the last request, for any number of requests during loading', async () => {
  const { handsFree, open, loads, comes } = createWorld()
  handsFree.start('continuous')
  handsFree.stop()
  handsFree.start('voice-activation')
  await comes()
  expect(loads).toHaveLength(1)
  expect(open).toEqual(['voice-activation'])
})

it('reports that its code cannot be loaded, and tries again with the next request', async () => {
  const { handsFree, open, shown, failures, fails, comes, loads } = createWorld()
  handsFree.start('continuous')
  await fails()
  expect(shown).toEqual(['opening', 'off'])
  expect(failures).toEqual(['no-answer'])
  handsFree.start('continuous')
  expect(loads).toHaveLength(2)
  await comes()
  expect(open).toEqual(['continuous'])
})
