import {
  type Hearing,
  TranscriptionError,
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
  /** returns false once the server is known to transcribe for no one; called for every utterance */
  readonly mayServerHear: () => boolean
}

/**
 * Creates a transcriber with the preferred engine and the other as fallback. If the browser fails, the
 * recording is sent to the server at once. The reverse is impossible, because the browser supports live
 * speech only: it takes over from the first utterance if the server is known to have no engine, else with the
 * next one, while the failed one stays stored.
 *
 * @param preference called for every utterance
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

  /** If the server turns out to have no engine only now, the browser takes over with the next utterance. */
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
          pushFrame: (frame) => onServer.pushFrame?.(frame),
          ...(onServer.listenOn && { listenOn: (port) => onServer.listenOn?.(port) }),
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
  return error instanceof TranscriptionError ? error.reason : undefined
}
