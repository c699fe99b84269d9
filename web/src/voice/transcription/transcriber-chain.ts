import {
  type PendingTranscription,
  TranscriptionError,
  type TranscriptionRequest,
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
  readonly mayServerTranscribe: () => boolean
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

  async function finishOnServer(
    transcription: PendingTranscription,
    recording: Recording,
  ): Promise<Transcript> {
    try {
      const transcript = await transcription.finish(recording)
      serverHasNone = false
      return transcript
    } catch (error) {
      if (reasonOf(error) === 'unavailable') {
        serverHasNone = true
      }
      throw error
    }
  }

  const serverCannot = () => serverHasNone || !engines.mayServerTranscribe()

  /** If the server turns out to have no engine only now, the browser takes over with the next utterance. */
  async function transcribeOnServer(
    transcription: PendingTranscription,
    recording: Recording,
  ): Promise<Transcript> {
    try {
      return await finishOnServer(transcription, recording)
    } catch (error) {
      if (serverHasNone && engines.isBrowserSupported) announce('browser')
      throw error
    }
  }

  function transcribesInBrowser(request: TranscriptionRequest): boolean {
    return request.isStreaming && engines.isBrowserSupported && (preference() === 'browser' || serverCannot())
  }

  return {
    start(request) {
      const onServer = engines.server.start(request)
      if (!transcribesInBrowser(request)) {
        return {
          pushFrame: (frame) => onServer.pushFrame?.(frame),
          ...(onServer.connectMicrophone && {
            connectMicrophone: (port) => onServer.connectMicrophone?.(port),
          }),
          flushAudio: () => onServer.flushAudio?.(),
          endAudio: () => onServer.endAudio?.(),
          finish: (recording) => transcribeOnServer(onServer, recording),
          abort: () => onServer.abort(),
        }
      }
      const streaming = engines.browser.start(request)
      return {
        async finish(recording) {
          try {
            const transcript = await streaming.finish(recording)
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
          streaming.abort()
          onServer.abort()
        },
      }
    },
  }
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof TranscriptionError ? error.reason : undefined
}
