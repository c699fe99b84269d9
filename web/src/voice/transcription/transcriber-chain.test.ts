import { describe, expect, it, vi } from 'vitest'
import { createTranscriberChain, type Engine } from './transcriber-chain.ts'
import { TranscriptionError, type TranscriptionFailure, type Transcriber } from './transcriber.ts'

const RECORDING = { audio: new Blob([]), durationSeconds: 1 }
const STREAMED = { language: undefined, isStreaming: true, onInterim: () => undefined }
const STORED = { ...STREAMED, isStreaming: false }

/** Returns its name as transcript, or fails; counts the utterances it was started for. */
class FakeEngine implements Transcriber {
  started = 0
  readonly name: Engine
  failure: TranscriptionFailure | undefined

  constructor(name: Engine, failure: TranscriptionFailure | undefined) {
    this.name = name
    this.failure = failure
  }

  start() {
    this.started++
    return {
      finish: () =>
        this.failure === undefined
          ? Promise.resolve({ text: this.name, language: undefined })
          : Promise.reject(new TranscriptionError(this.failure)),
      abort: () => undefined,
    }
  }
}

function createChain(options: {
  server?: TranscriptionFailure
  browser?: TranscriptionFailure
  prefer?: Engine
  supported?: boolean
  isServerUnable?: boolean
}) {
  const server = new FakeEngine('server', options.server)
  const browser = new FakeEngine('browser', options.browser)
  const onFallback = vi.fn<(engine: Engine) => void>()
  const transcriber = createTranscriberChain(
    {
      server,
      browser,
      isBrowserSupported: options.supported ?? true,
      mayServerTranscribe: () => options.isServerUnable !== true,
    },
    () => options.prefer ?? 'server',
    onFallback,
  )
  return {
    server,
    browser,
    onFallback,
    hear: (request = STREAMED) => transcriber.start(request).finish(RECORDING),
  }
}

describe('the transcriber chain', () => {
  it('passes all audio callbacks to the server', () => {
    const told: string[] = []
    const transcription = {
      pushFrame: () => void told.push('pushFrame'),
      connectMicrophone: () => void told.push('connectMicrophone'),
      flushAudio: () => void told.push('flushAudio'),
      endAudio: () => void told.push('endAudio'),
      finish: () => Promise.resolve({ text: '', language: undefined }),
      abort: () => undefined,
    }
    const server: Transcriber = { start: () => transcription }
    const engines = { server, browser: server, isBrowserSupported: false, mayServerTranscribe: () => true }
    const heard = createTranscriberChain(
      engines,
      () => 'server',
      () => undefined,
    ).start(STREAMED)
    const { port1 } = new MessageChannel()
    heard.pushFrame?.({ samples: new Int16Array(1), level: 0, capturedAt: 0 })
    heard.connectMicrophone?.(port1)
    heard.flushAudio?.()
    heard.endAudio?.()
    port1.close()
    expect(told).toEqual(['pushFrame', 'connectMicrophone', 'flushAudio', 'endAudio'])
  })

  it("uses the browser's recognition only if configured", async () => {
    const { browser, hear } = createChain({})
    expect(await hear()).toMatchObject({ text: 'server' })
    expect(browser.started).toBe(0)
  })

  it('uses the browser for the next utterance if the server has no engine, and reports it once', async () => {
    const { hear, onFallback } = createChain({ server: 'unavailable' })
    await expect(hear()).rejects.toMatchObject({ reason: 'unavailable' })
    expect(await hear()).toMatchObject({ text: 'browser' })
    expect(await hear()).toMatchObject({ text: 'browser' })
    expect(onFallback.mock.calls).toEqual([['browser']])
  })

  it('uses the browser for the first utterance if the server is known to have no engine, and reports it once', async () => {
    const { hear, onFallback } = createChain({ server: 'unavailable', isServerUnable: true })
    expect(await hear()).toMatchObject({ text: 'browser' })
    expect(await hear()).toMatchObject({ text: 'browser' })
    expect(onFallback.mock.calls).toEqual([['browser']])
  })

  it('does not promise a browser that has just failed', async () => {
    const { hear, onFallback } = createChain({
      server: 'unavailable',
      browser: 'offline',
      isServerUnable: true,
    })
    await expect(hear()).rejects.toMatchObject({ reason: 'unavailable' })
    expect(onFallback).not.toHaveBeenCalled()
  })

  it('uses the server again for a stored recording', async () => {
    const { server, hear } = createChain({ server: 'unavailable' })
    await expect(hear()).rejects.toMatchObject({ reason: 'unavailable' })
    server.failure = undefined
    expect(await hear(STORED)).toMatchObject({ text: 'server' })
    expect(await hear()).toMatchObject({ text: 'server' })
  })

  it('is unavailable if the browser has no support', async () => {
    const { hear, onFallback } = createChain({ server: 'unavailable', supported: false })
    await expect(hear()).rejects.toMatchObject({ reason: 'unavailable' })
    await expect(hear()).rejects.toMatchObject({ reason: 'unavailable' })
    expect(onFallback).not.toHaveBeenCalled()
  })

  it('sends a recording to the server at once if the preferred browser failed', async () => {
    const { hear, onFallback } = createChain({ prefer: 'browser', browser: 'offline' })
    expect(await hear()).toMatchObject({ text: 'server' })
    expect(await hear()).toMatchObject({ text: 'server' })
    expect(onFallback.mock.calls).toEqual([['server']])
  })

  it('gives up if neither works', async () => {
    const { hear } = createChain({ prefer: 'browser', browser: 'offline', server: 'unavailable' })
    await expect(hear()).rejects.toMatchObject({ reason: 'unavailable' })
  })

  it('does not retry on the server after the user cancelled', async () => {
    const { hear } = createChain({ prefer: 'browser', browser: 'cancelled' })
    await expect(hear()).rejects.toMatchObject({ reason: 'cancelled' })
  })
})
