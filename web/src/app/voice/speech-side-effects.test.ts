// @vitest-environment happy-dom
import { BroadcastChannel } from 'node:worker_threads'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Chat } from '#features/chat/index.ts'
import { createWorld } from '#voice/session/voice-session.fixture.ts'
import { startSpeechSideEffects } from './speech-side-effects.ts'
import type { AppVoice } from './voice.ts'

const CHAT = { state: createStore(() => ({ messages: [], running: undefined })) } as unknown as Chat

/** Simulates another tab of the browser. */
function openTab() {
  const world = createWorld()
  const { session } = world
  startSpeechSideEffects(
    { session, speechOutput: { subscribe: () => () => undefined } } as unknown as AppVoice,
    () => CHAT,
  )
  return {
    ...world,
    speaks: () => {
      session.replay('r1', 'A reply.', 0)
      world.speechOutput.emit({ type: 'started', turnId: world.speechOutput.turnId })
    },
    listens: (mode: 'continuous' | 'voice-activation') => world.controller().show({ kind: 'ready', mode }),
  }
}

describe('of two tabs', () => {
  let firstTab: ReturnType<typeof openTab>
  let otherTab: ReturnType<typeof openTab>
  const told = vi.fn<() => void>()
  /** Waits until a message of one tab has reached the others. */
  const isTold = () => vi.waitFor(() => expect(told).toHaveBeenCalled())

  beforeAll(() => vi.stubGlobal('BroadcastChannel', BroadcastChannel))
  beforeEach(() => {
    firstTab = openTab()
    otherTab = openTab()
    told.mockClear()
    const channel = new BroadcastChannel('vee-voice')
    channel.addEventListener('message', told)
    onTestFinished(() => channel.close())
  })

  const isPaused = ({ session }: typeof firstTab) => {
    const { state } = session.snapshot()
    return 'isPaused' in state && state.isPaused
  }

  it.each(['continuous', 'voice-activation'] as const)('one listens, in mode %s', async (mode) => {
    firstTab.listens(mode)
    await isTold()
    otherTab.listens(mode)
    await vi.waitFor(() => expect(firstTab.ears.stopped).toBe(1))
    expect(otherTab.ears.stopped).toBe(0)
  })

  it('one speaks, and the other does not interpret that as input', async () => {
    firstTab.listens('continuous')
    await isTold()
    otherTab.speaks()
    await vi.waitFor(() => expect(firstTab.ears.stopped).toBe(1))
    expect(isPaused(otherTab)).toBe(false)
  })

  it('one speaks, and the other continues to wait for its wake word', async () => {
    firstTab.listens('voice-activation')
    firstTab.speaks()
    await isTold()
    otherTab.speaks()
    await vi.waitFor(() => expect(isPaused(firstTab)).toBe(true))
    expect(firstTab.ears.stopped).toBe(0)
  })

  it('one is muted while the user talks to the other', async () => {
    firstTab.speaks()
    await isTold()
    otherTab.session.press()
    otherTab.microphone.opens()
    await vi.waitFor(() => expect(isPaused(firstTab)).toBe(true))
  })
})
