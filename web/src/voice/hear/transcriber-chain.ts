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
  /** false once it is known that the server hears nobody; asked for at every utterance */
  readonly mayServerHear: () => boolean
}

/**
 * The engine that the user prefers, and the other when it cannot. A recording that the browser failed to hear goes to
 * the server at once. The other way round it cannot: the browser hears live speech only, so it takes over from the first
 * utterance where the server is known to hear nobody, else with the next one, while the one that failed stays in the store.
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
      }
      throw error
    }
  }

  const serverCannot = () => serverHasNone || !engines.mayServerHear()

  /** Where it comes to light only now that the server has no engine, the browser takes over with the next utterance. */
  async function hearOnServer(hearing: Hearing, recording: Recording): Promise<Transcript> {
    try {
      return await finishOnServer(hearing, recording)
    } catch (error) {
      if (serverHasNone && engines.isBrowserSupported) announce('browser')
      throw error
    }
  }

  function listensLive(request: HearingRequest): boolean {
    return request.isLive && engines.isBrowserSupported && (preference() === 'browser' || serverCannot())
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
          finish: (recording) => hearOnServer(onServer, recording),
          abort: () => onServer.abort(),
        }
      }
      const live = engines.browser.start(request)
      return {
        async finish(recording) {
          try {
            const transcript = await live.finish(recording)
            if (preference() === 'server') announce('browser')
            return transcript
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
