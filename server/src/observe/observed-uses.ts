import type { Models } from '#domain/replies/index.ts'
import type { StreamingTranscription, Speech } from '#domain/voice/speech/index.ts'
import type { LlmProvider } from '#providers/llm/llm.ts'
import type { StageObserver, StageWatch } from './stages.ts'

/** Wraps the models with an observer, which is notified of each call. */
export const observedModels = <M extends Models>(models: M, observer: StageObserver): M => ({
  ...models,
  async choose(...wish: Parameters<Models['choose']>) {
    const choice = await models.choose(...wish)
    return choice && { ...choice, provider: observedProvider(choice.provider, observer) }
  },
})

function observedProvider(provider: LlmProvider, observer: StageObserver): LlmProvider {
  return {
    ...provider,
    async stream(request, signal, tell) {
      const watch = observer.begin('reply', { provider: provider.id, model: request.model })
      let hasBegun = false
      let hasFailed = true
      try {
        await watch.within(() =>
          provider.stream(request, signal, (event) => {
            if (!hasBegun) watch.reached('first-word')
            hasBegun = true
            tell(event)
          }),
        )
        hasFailed = false
      } finally {
        watch.end(signal.aborted ? 'cut' : hasFailed ? 'failed' : 'done')
      }
    },
  }
}

/**
 * Wraps the speech services with an observer, which is notified of each transcription and each spoken
 * segment.
 */
export const observedSpeech = (speech: Speech, observer: StageObserver): Speech => ({
  ...speech,
  async transcribe(arriving, readHints, speaker, signal) {
    const watch = observer.begin('transcription', {})
    try {
      const transcription = await watch.within(() => speech.transcribe(arriving, readHints, speaker, signal))
      watch.reached('transcript')
      watch.end('done')
      return transcription
    } catch (error) {
      watch.end(signal.aborted ? 'cut' : 'failed')
      throw error
    }
  },
  transcribeStreaming(hints, speaker, onWords) {
    let watch: StageWatch | undefined
    const streaming = speech.transcribeStreaming(hints, speaker, (words) => {
      // Silence, and providers without streams, begin none.
      watch ??= observer.begin('stream', {})
      onWords(words)
    })
    return {
      ...forwarded(streaming),
      async transcription(isLast) {
        if (isLast) watch?.onSpeechEnd()
        try {
          const transcription = await streaming.transcription(isLast)
          if (isLast) watch?.reached('transcript')
          if (isLast) watch?.end('done')
          return transcription
        } catch (error) {
          // The recording is transcribed instead.
          if (isLast) watch?.end('failed')
          throw error
        }
      },
      close() {
        streaming.close()
        watch?.end('cut')
      },
    }
  },
  async synthesize(request, speaker, signal) {
    const watch = observer.begin('speech', {})
    try {
      const spoken = await watch.within(() => speech.synthesize(request, speaker, signal))
      return { ...spoken, audio: heardFirst(spoken.audio, watch, signal) }
    } catch (error) {
      watch.end(signal.aborted ? 'cut' : 'failed')
      throw error
    }
  },
})

const forwarded = (
  streaming: StreamingTranscription,
): Pick<StreamingTranscription, 'push' | 'closeAfterWords' | 'ended'> => ({
  ended: streaming.ended,
  push: (pcm) => streaming.push(pcm),
  closeAfterWords: () => streaming.closeAfterWords(),
})

async function* heardFirst(
  audio: AsyncIterable<Uint8Array>,
  watch: StageWatch,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  let hasFailed = true
  try {
    for await (const bytes of audio) {
      watch.reached('first-sound')
      yield bytes
    }
    hasFailed = false
  } finally {
    watch.end(signal.aborted ? 'cut' : hasFailed ? 'failed' : 'done')
  }
}
