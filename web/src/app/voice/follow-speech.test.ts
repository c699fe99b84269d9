// @vitest-environment happy-dom
import { BroadcastChannel } from 'node:worker_threads'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Chat } from '#features/chat/index.ts'
import { createWorld } from '#voice/session/voice-session.fixture.ts'
import { followSpeech } from './follow-speech.ts'
import type { AppVoice } from './voice.ts'

const CHAT = { state: createStore(() => ({ messages: [], running: undefined })) } as unknown as Chat

/** Simulates another tab of the browser. */
function tab() {
  const world = createWorld()
  const { session } = world
  followSpeech({ session, speaker: { subscribe: () => () => undefined } } as unknown as AppVoice, () => CHAT)
  return {
    ...world,
    speaks: () => {
      session.replay('r1', 'A reply.', 0)
      world.speaker.emit({ type: 'started', turnId: world.speaker.turnId })
    },
    listens: (mode: 'continuous' | 'voice-activation') => world.controller().show({ kind: 'ready', mode }),
  }
}

describe('of two tabs', () => {
  let one: ReturnType<typeof tab>
  let other: ReturnType<typeof tab>
  const told = vi.fn<() => void>()
  /** Waits until a message of one tab has reached the others. */
  const isTold = () => vi.waitFor(() => expect(told).toHaveBeenCalled())

  beforeAll(() => vi.stubGlobal('BroadcastChannel', BroadcastChannel))
  beforeEach(() => {
    one = tab()
    other = tab()
    told.mockClear()
    const channel = new BroadcastChannel('vee-voice')
    channel.addEventListener('message', told)
    onTestFinished(() => channel.close())
  })

  const isHeld = ({ session }: typeof one) => {
    const { state } = session.snapshot()
    return 'isHeld' in state && state.isHeld
  }

  it.each(['continuous', 'voice-activation'] as const)('one listens, in mode %s', async (mode) => {
    one.listens(mode)
    await isTold()
    other.listens(mode)
    await vi.waitFor(() => expect(one.ears.stopped).toBe(1))
    expect(other.ears.stopped).toBe(0)
  })

  it('one speaks, and the other does not interpret that as input', async () => {
    one.listens('continuous')
    await isTold()
    other.speaks()
    await vi.waitFor(() => expect(one.ears.stopped).toBe(1))
    expect(isHeld(other)).toBe(false)
  })

  it('one speaks, and the other continues to wait for its wake word', async () => {
    one.listens('voice-activation')
    one.speaks()
    await isTold()
    other.speaks()
    await vi.waitFor(() => expect(isHeld(one)).toBe(true))
    expect(one.ears.stopped).toBe(0)
  })

  it('one is muted while the user talks to the other', async () => {
    one.speaks()
    await isTold()
    other.session.press()
    other.microphone.opens()
    await vi.waitFor(() => expect(isHeld(one)).toBe(true))
  })
})
