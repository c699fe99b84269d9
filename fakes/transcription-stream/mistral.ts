import type { StreamProtocol } from './index.ts'

/** Mistral's realtime transcription: the words of a session are complete at its end only. */
export function mistralStreams(apiKey: string): StreamProtocol {
  /** words of earlier sessions: one speaker's stream is a series of them */
  let earlier = 0
  return {
    path: '/v1/audio/transcriptions/realtime',
    bytesPerSecond: 32_000,
    errorMessage: { type: 'error', error: { message: 'It failed.', code: 3000 } },
    isAuthorized: ({ authorization }) => authorization === `Bearer ${apiKey}`,
    start({ script, send, hear, close, url }) {
      const model = url.searchParams.get('model')
      if (model === null) throw new Error('no model')
      const session = {
        request_id: 'ws-1',
        model,
        audio_format: { encoding: 'pcm_s16le', sample_rate: 16_000 },
        target_streaming_delay_ms: null,
      }
      send({ type: 'session.created', session })
      let emitted = 0
      let spoken: readonly string[] = []
      let text = ''
      let bytes = 0
      const emit = (words: readonly string[]) => {
        if (emitted === 0 && words.length > 0) send({ type: 'transcription.language', audio_language: 'en' })
        for (const word of words) {
          const delta = text === '' ? word : ` ${word}`
          text += delta
          emitted += 1
          send({ type: 'transcription.text.delta', text: delta })
        }
      }
      return {
        receive(message) {
          if (Buffer.isBuffer(message)) throw new Error('audio is sent as JSON')
          switch (message['type']) {
            case 'session.update':
              if (bytes > 0) throw new Error('the session is fixed after the first audio')
              return send({ type: 'session.updated', session })
            case 'input_audio.append': {
              const audio = Buffer.from(String(message['audio']), 'base64')
              bytes += audio.length
              spoken = script.text.split(' ').slice(earlier, earlier + hear(audio.length).length)
              // The last word waits for the delay of the model.
              return emit(spoken.slice(emitted, -1))
            }
            case 'input_audio.flush':
              return
            case 'input_audio.end':
              emit(spoken.slice(emitted))
              earlier += spoken.length
              send({
                type: 'transcription.done',
                model,
                text,
                language: 'en',
                segments: [],
                usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, prompt_audio_seconds: 1 },
              })
              return close()
          }
        },
      }
    },
  }
}
