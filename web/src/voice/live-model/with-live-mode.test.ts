import { expect, it } from 'vitest'
import { FakeHandsFree, UTTERANCE_MICROPHONE } from '../session/fake-hands-free.fixture.ts'
import type { VoiceSessionController } from '../session/hands-free-port.ts'
import type { Listening } from '../session/listening.ts'
import type { LiveCall, LiveCallHooks } from './live-call.ts'
import { withLiveMode } from './with-live-mode.ts'

function openListening({ canLoad = true } = {}) {
  const calls: string[] = []
  const shown: Listening[] = []
  const handsFree = new FakeHandsFree()
  let toHandsFree: VoiceSessionController | undefined
  let hooks: LiveCallHooks | undefined
  const controller = {
    show: (listening: Listening) => void shown.push(listening),
    beginUtterance: (id: string) => void calls.push(`begin ${id}`),
    endUtterance: (id: string) => void calls.push(`end ${id}`),
    finishTurn: (sends: boolean) => void calls.push(`finish ${sends}`),
    fail: (reason: string) => void calls.push(`fail ${reason}`),
  } as unknown as VoiceSessionController
  const call: LiveCall = {
    start: () => void calls.push('start'),
    stop: () => void calls.push('stop'),
    interrupt: () => true,
    say: () => true,
    switchMute: () => void calls.push('mute'),
    releaseMicrophone: () => void calls.push('release'),
    levels: () => ({ microphone: 0.4, playback: 0.6 }),
  }
  const create = withLiveMode(
    (given) => {
      toHandsFree = given
      return handsFree
    },
    async (_, given) => {
      hooks = given
      if (!canLoad) throw new Error('offline')
      return call
    },
  )
  const listening = create(controller)
  /** Hands-free listening shows its state. */
  const show = (state: Listening) => toHandsFree?.show(state)
  return { listening, calls, shown, handsFree, show, hooks: () => hooks }
}

const READY: Listening = { kind: 'ready', mode: 'continuous' }

it('starts a conversation with a live model once its code is loaded; other modes as before', async () => {
  const { listening, calls, shown, handsFree } = openListening()
  listening.start('continuous')
  expect([handsFree.started, calls]).toEqual([1, []])
  listening.start('live')
  expect(shown).toEqual([{ kind: 'opening', mode: 'live' }])
  await expect.poll(() => calls).toEqual(['start'])
  expect([listening.level(), listening.live?.playbackLevel()]).toEqual([0.4, 0.6])
  listening.stop()
  expect(calls).toEqual(['start', 'stop'])
})

it('does not start one that was stopped while its code was loaded', async () => {
  const { listening, calls, shown, hooks } = openListening()
  listening.start('live')
  listening.stop()
  expect(shown.at(-1)).toEqual({ kind: 'off' })
  await expect.poll(hooks).toBeDefined()
  expect(calls).not.toContain('start')
})

it('reports that its code could not be loaded', async () => {
  const { listening, calls, shown } = openListening({ canLoad: false })
  listening.start('live')
  await expect.poll(() => calls).toEqual(['fail no-answer'])
  expect(shown.at(-1)).toEqual({ kind: 'off' })
})

it('continues with turns: unanswered speech is recorded until they listen, and then sent', async () => {
  const { listening, calls, handsFree, show, hooks } = openListening()
  listening.start('live')
  await expect.poll(() => calls).toEqual(['start'])
  hooks()?.continueWithTurns({ utteranceId: 'u1', openMicrophone: UTTERANCE_MICROPHONE })
  expect([handsFree.started, calls.slice(1)]).toEqual([1, ['begin u1']])
  show({ kind: 'opening', mode: 'continuous' })
  expect(calls.slice(1)).toEqual(['begin u1'])
  show(READY)
  show(READY)
  expect(calls.slice(1)).toEqual(['begin u1', 'end u1', 'finish true', 'release'])
})

it('without unanswered speech only the microphone changes hands, also when the user stops meanwhile', async () => {
  const { listening, calls, show, hooks } = openListening()
  listening.start('live')
  await expect.poll(() => calls).toEqual(['start'])
  hooks()?.continueWithTurns(undefined)
  listening.stop()
  expect(calls.slice(1)).toEqual(['release', 'stop'])
  show(READY)
  expect(calls.slice(1)).toEqual(['release', 'stop'])
})
