import {
  type Hearing,
  HearingError,
  type HearingRequest,
  type Recording,
  type Transcriber,
  type Transcript,
} from './transcriber.ts'

export type Engine = 'server' | 'browser'

interface Engines {
  readonly server: Transcriber
  readonly browser: Transcriber
  readonly isBrowserSupported: boolean
}

/**
 * The engine that the user prefers, and the other when it cannot. A recording that the browser failed to hear goes to
 * the server at once. The other way round it cannot: the browser hears live speech only, so it takes over with the next
 * utterance, while the one that failed stays in the store.
 *
 * @param preference asked for at every utterance
 * @param onFallback called once for each engine that takes over
 */
export function createTranscriberChain(
  engines: Engines,
  preference: () => Engine,
  onFallback: (engine: Engine) => void,
): Transcriber {
  const announced = new Set<Engine>()
  let serverHasNone = false

  function announce(engine: Engine): void {
    if (announced.has(engine)) return
    announced.add(engine)
    onFallback(engine)
  }

  async function finishOnServer(hearing: Hearing, recording: Recording): Promise<Transcript> {
    try {
      const transcript = await hearing.finish(recording)
      serverHasNone = false
      return transcript
    } catch (error) {
      if (reasonOf(error) === 'unavailable') {
        serverHasNone = true
        if (engines.isBrowserSupported) announce('browser')
      }
      throw error
    }
  }

  function listensLive(request: HearingRequest): boolean {
    return request.isLive && engines.isBrowserSupported && (preference() === 'browser' || serverHasNone)
  }

  return {
    start(request) {
      const onServer = engines.server.start(request)
      if (!listensLive(request)) {
        return {
          take: (frame) => onServer.take?.(frame),
          ...(onServer.listenOn && { listenOn: (line) => onServer.listenOn?.(line) }),
          soundEnding: () => onServer.soundEnding?.(),
          soundEnded: () => onServer.soundEnded?.(),
          finish: (recording) => finishOnServer(onServer, recording),
          abort: () => onServer.abort(),
        }
      }
      const live = engines.browser.start(request)
      return {
        async finish(recording) {
          try {
            return await live.finish(recording)
          } catch (error) {
            if (reasonOf(error) === 'cancelled') throw error
            const transcript = await finishOnServer(onServer, recording)
            announce('server')
            return transcript
          }
        },
        abort() {
          live.abort()
          onServer.abort()
        },
      }
    },
  }
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof HearingError ? error.reason : undefined
}
