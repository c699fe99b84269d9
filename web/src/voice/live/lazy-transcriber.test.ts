import { describe, expect, it, vi } from 'vitest'
import type { Hearing } from '../hear/transcriber.ts'
import { createLiveTranscriber } from './lazy-transcriber.ts'
import { createLazyLive } from './lazy-live.ts'
import type { LiveVoice } from './live-voice.ts'

const REQUEST = { language: 'en', isLive: true, onInterim: () => undefined }
const hearingWith = (more: Partial<Hearing> = {}): Hearing => ({
  finish: () => Promise.resolve({ text: '', language: undefined }),
  abort: () => undefined,
  ...more,
})

/** Records an utterance while the code is loading. */
function speakEarly(hearing: Hearing) {
  const code = Promise.withResolvers<LiveVoice>()
  const late = createLazyLive(() => code.promise)
  const early = createLiveTranscriber(late, { start: () => hearingWith() }).start(REQUEST)
  const { port1, port2 } = new MessageChannel()
  const closed = vi.fn<() => void>()
  port2.addEventListener('close', closed)
  port2.start()
  early.listenOn?.(port1)
  return {
    early,
    line: port1,
    closed,
    come: () => code.resolve({ start: () => hearing } as unknown as LiveVoice),
  }
}

describe('a microphone’s line', () => {
  it('is passed on when the code is loaded', async () => {
    const listenOn = vi.fn<(line: MessagePort) => void>()
    const { line, come } = speakEarly(hearingWith({ listenOn }))
    come()
    await vi.waitFor(() => expect(listenOn).toHaveBeenCalledExactlyOnceWith(line))
    line.close()
  })

  it('is closed without a listener', async () => {
    const { come, closed } = speakEarly(hearingWith())
    come()
    await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  })

  it.each(['soundEnded', 'abort'] as const)(
    'is closed at %s if the code could not be loaded',
    async (end) => {
      const { early, closed } = speakEarly(hearingWith())
      early[end]?.()
      await vi.waitFor(() => expect(closed).toHaveBeenCalled())
    },
  )
})
