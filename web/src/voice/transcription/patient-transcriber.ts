import {
  type PendingTranscription,
  TranscriptionError,
  type Recording,
  type Transcriber,
  type Transcript,
} from './transcriber.ts'

/**
 * Resolves when the server can transcribe. Rejects with a TranscriptionError if its model cannot be set up, or when
 * `signal` aborts.
 */
export type WaitForTranscription = (language: string | undefined, signal: AbortSignal) => Promise<void>

/**
 * Keeps a recording while the server downloads its model, and transcribes it afterwards, so that the user
 * need not repeat it. Everything else is passed to `inner`.
 */
export function createPatientTranscriber(inner: Transcriber, wait: WaitForTranscription): Transcriber {
  return {
    start(request) {
      const first = inner.start(request)
      const cancel = new AbortController()
      let current: PendingTranscription = first

      async function finish(recording: Recording): Promise<Transcript> {
        try {
          return await first.finish(recording)
        } catch (error) {
          if (!(error instanceof TranscriptionError) || error.reason !== 'preparing') throw error
        }
        request.onDelayed?.()
        await wait(request.language, cancel.signal)
        current = inner.start({ ...request, isStreaming: false })
        return current.finish(recording)
      }

      return {
        ...(first.pushFrame && { pushFrame: (frame) => first.pushFrame?.(frame) }),
        ...(first.connectMicrophone && { connectMicrophone: (port) => first.connectMicrophone?.(port) }),
        flushAudio: () => first.flushAudio?.(),
        endAudio: () => first.endAudio?.(),
        finish,
        abort() {
          cancel.abort()
          current.abort()
        },
      }
    },
  }
}
