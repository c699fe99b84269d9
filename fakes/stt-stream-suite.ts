import { afterEach, describe, expect, it, vi } from 'vitest'
import { ProviderFailure } from '../server/src/providers/failure.ts'
import type { SttStream, SttStreamEvent, SttStreaming } from '../server/src/providers/speech/stt-stream.ts'
import type { StreamScript, StreamService } from './transcription-stream/index.ts'

export interface SttStreamSubject {
  /** a fake service, and the provider that uses it */
  readonly create: (timeoutMs: number) => Promise<{
    readonly streaming: SttStreaming
    readonly service: StreamService
    readonly close: () => Promise<void>
  }>
  /** bytes of audio that the service receives for one second */
  readonly bytesPerSecond: number
  /** how it sends that the language is English; absent: the protocol has no parameters for language and terms */
  readonly english?: RegExp
  /** words become final only with some silence after them */
  readonly needsSilence?: boolean
  /** whether the engine judges the end of turns, rather than only measuring silence */
  readonly judgesTurns?: boolean
}

const TEXT = 'the quick brown fox jumps over the lazy dog'
const SECONDS = 3
const FRAME_BYTES = 1_280

/** Returns frames of 40 ms of a tone at 16 kHz. */
function framesOf(seconds: number): Uint8Array[] {
  return Array.from({ length: seconds * 25 }, () => {
    const samples = Int16Array.from({ length: FRAME_BYTES / 2 }, (_, index) =>
      Math.round(9_000 * Math.sin(index / 8)),
    )
    return new Uint8Array(samples.buffer)
  })
}

/** Reads a stream, and remembers what it emitted. */
function follow(stream: SttStream) {
  const events: SttStreamEvent[] = []
  const wakes = new Set<() => void>()
  let failure: unknown
  let final = ''
  let tail = ''
  const ended = (async () => {
    try {
      for await (const event of stream.events) {
        events.push(event)
        if (event.type === 'words') {
          final += event.final
          tail = event.tail
        }
        for (const wake of wakes) wake()
      }
    } catch (error) {
      failure = error
    }
  })()
  return {
    events,
    get text() {
      return final + tail
    },
    get final() {
      return final
    },
    get tail() {
      return tail
    },
    get failure() {
      return failure
    },
    ended,
    /** resolves at the first event for which it is true */
    until: (isTrue: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!isTrue()) return
          wakes.delete(look)
          resolve()
        }
        wakes.add(look)
        look()
      }),
  }
}

/** Tests of every provider that transcribes while one speaks. */
export function describeSttStream(name: string, subject: SttStreamSubject): void {
  describe(`${name}, while one speaks`, () => {
    let close: (() => Promise<void>) | undefined
    afterEach(async () => {
      await close?.()
    })

    async function open(
      script: Partial<StreamScript>,
      signal = new AbortController().signal,
      timeoutMs = 5_000,
    ) {
      const { streaming, service, close: end } = await subject.create(timeoutMs)
      close = end
      service.script({ text: TEXT, ...script })
      const request = { language: 'en-GB', prompt: 'Zürich, Vee', caller: 'ann' }
      const stream = streaming.open(request, signal)
      const reading = follow(stream)
      return { streaming, service, stream, reading }
    }

    it('emits words that grow at the end, until all of them are final', async () => {
      const { stream, reading, service } = await open({ finalAfterWords: 4 })
      const seen: string[] = []
      const finals: string[] = []
      const watch = reading.until(() => {
        seen.push(reading.text)
        finals.push(reading.final)
        return reading.final === TEXT
      })
      for (const frame of framesOf(SECONDS)) stream.push(frame)
      stream.finish()
      await reading.ended
      await watch
      expect(reading.failure).toBeUndefined()
      expect(reading.final).toBe(TEXT)
      expect(reading.tail).toBe('')
      // Only the end changes: what was final stays, and no text is doubled.
      for (const text of seen) expect(TEXT.startsWith(text)).toBe(true)
      for (const [index, text] of finals.entries())
        expect(text.startsWith(finals[index - 1] ?? '')).toBe(true)
      expect(seen.length).toBeGreaterThan(2)
      expect(reading.events.some(({ type }) => type === 'turn-end')).toBe(subject.judgesTurns === true)
      const [connection] = service.connections
      const expected = SECONDS * subject.bytesPerSecond
      expect(connection?.audioBytes).toBeGreaterThanOrEqual(expected)
      // The last message may have to be extended.
      expect(connection?.audioBytes).toBeLessThan(expected + subject.bytesPerSecond / 20)
      await connection?.closed
    })

    it.runIf(subject.judgesTurns)(
      'reports an early end of the turn, its continuation, and its end',
      async () => {
        const { stream, reading } = await open({ earlyEndAfterWords: 3, finalAfterWords: 5 })
        for (const frame of framesOf(SECONDS)) stream.push(frame)
        stream.finish()
        await reading.ended
        const turns = reading.events.flatMap((event) => {
          if (event.type === 'turn-resumed') return ['resumed']
          return event.type === 'turn-end' ? [event.probability === 1 ? 'end' : 'early end'] : []
        })
        expect(turns.slice(0, 2)).toEqual(['early end', 'resumed'])
        expect(turns).toContain('end')
        const probabilities = reading.events.flatMap((event) =>
          event.type === 'turn-end' ? [event.probability] : [],
        )
        for (const probability of probabilities) {
          expect(probability).toBeGreaterThan(0)
          expect(probability).toBeLessThanOrEqual(1)
        }
        expect(reading.final).toBe(TEXT)
      },
    )

    it.runIf(subject.needsSilence)('makes words final in a pause, without ending the turn', async () => {
      const { stream, reading, service } = await open({})
      for (const frame of framesOf(1)) stream.push(frame)
      stream.flush(false)
      let pauseBytes = 0
      const pause = setInterval(() => {
        pauseBytes += FRAME_BYTES
        stream.push(new Uint8Array(FRAME_BYTES))
      }, 1)
      await reading.until(() => reading.events.at(-1)?.type === 'flushed')
      clearInterval(pause)
      expect(reading).toMatchObject({ final: 'the quick brown fox', tail: '' })
      expect(reading.events.some(({ type }) => type === 'turn-end')).toBe(false)
      for (const frame of framesOf(1)) stream.push(frame)
      stream.finish()
      await reading.ended
      expect(reading.final).toBe('the quick brown fox jumps over the lazy')
      // The provider adds no silence to that of the pause; the end may close the stream before all of it is received.
      expect(service.connections[0]?.audioBytes).toBeLessThanOrEqual(2 * subject.bytesPerSecond + pauseBytes)
    })

    it.skipIf(subject.needsSilence)('makes words final on request, and continues', async () => {
      const { stream, reading } = await open({})
      for (const frame of framesOf(1)) stream.push(frame)
      stream.flush(false)
      await reading.until(() => reading.events.at(-1)?.type === 'flushed')
      expect(reading).toMatchObject({ final: 'the quick brown fox', tail: '' })
      for (const frame of framesOf(1)) stream.push(frame)
      stream.finish()
      await reading.ended
      expect(reading.final).toBe('the quick brown fox jumps over the lazy')
    })

    it('makes words final at the end', async () => {
      const { stream, reading } = await open({})
      for (const frame of framesOf(1)) stream.push(frame)
      stream.flush(true)
      await reading.until(() => reading.events.at(-1)?.type === 'flushed')
      expect(reading).toMatchObject({ final: 'the quick brown fox', tail: '' })
      stream.finish()
      await reading.ended
      expect(reading).toMatchObject({ text: 'the quick brown fox', failure: undefined })
    })

    it('has nothing to make final without words', async () => {
      const { stream, reading } = await open({ text: '' })
      for (let frame = 0; frame < 25; frame += 1) stream.push(new Uint8Array(FRAME_BYTES))
      stream.flush(true)
      await reading.until(() => reading.events.at(-1)?.type === 'flushed')
      stream.finish()
      await reading.ended
      expect(reading).toMatchObject({ text: '', failure: undefined })
    })

    it.runIf(subject.english)('sends language and hints, and its key', async () => {
      const { stream, reading, service } = await open({})
      for (const frame of framesOf(1)) stream.push(frame)
      stream.finish()
      await reading.ended
      const [connection] = service.connections
      const sent = `${connection?.url.search}${JSON.stringify(connection?.messages)}`
      expect(decodeURIComponent(sent)).toContain('Zürich')
      expect(sent).toMatch(subject.english ?? /never/)
    })

    it.each(['cut', 'close', 'error'] as const)(
      'fails, and ends, when the service does this: %s',
      async (does) => {
        const { stream, reading, service } = await open({ fault: { atMessage: 4, does } })
        for (const frame of framesOf(SECONDS)) stream.push(frame)
        stream.flush(true)
        await reading.ended
        expect(reading.failure).toBeInstanceOf(ProviderFailure)
        expect(String(reading.failure)).not.toContain('Zürich')
        expect(TEXT.startsWith(reading.text)).toBe(true)
        await service.connections[0]?.closed
        // No exception after the end.
        stream.push(new Uint8Array(FRAME_BYTES))
        stream.finish()
      },
    )

    it('ignores messages that it does not know', async () => {
      const { stream, reading } = await open({ fault: { atMessage: 1, does: 'garbage' } })
      for (const frame of framesOf(SECONDS)) stream.push(frame)
      stream.finish()
      await reading.ended
      expect(reading).toMatchObject({ final: TEXT, failure: undefined })
    })

    it.each([
      [401, 'unauthorized', true],
      [429, 'rate-limited', true],
      [500, 'unavailable', true],
      [404, 'refused', false],
    ] as const)('fails when the service refuses it with %i', async (refusal, kind, isSupported) => {
      const { streaming, reading } = await open({ refusal })
      await reading.ended
      expect(reading.failure).toMatchObject({ kind, status: refusal })
      expect(streaming.isSupported).toBe(isSupported)
    })

    it('fails at the time limit of the connection', async () => {
      const { reading } = await open({ hangs: true }, undefined, 200)
      await reading.ended
      expect(reading.failure).toMatchObject({ kind: 'timeout' })
    })

    it('ends without a failure, and leaves no connection, when it is aborted', async () => {
      const abort = new AbortController()
      const { stream, reading, service } = await open({}, abort.signal)
      for (const frame of framesOf(1)) stream.push(frame)
      await vi.waitFor(() => expect(service.connections[0]?.audioBytes).toBeGreaterThan(0))
      abort.abort()
      await reading.ended
      expect(reading.failure).toBeUndefined()
      await service.connections[0]?.closed
      const { reading: never } = await open({}, AbortSignal.abort())
      await never.ended
      expect(never.events).toEqual([])
    })
  })
}
