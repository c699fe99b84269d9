import type { StreamProtocol } from './index.ts'

const TRANSCRIPTION = 'conversation.item.input_audio_transcription'

const event = (type: string, fields: object) => ({ type, event_id: `event_${Math.random()}`, ...fields })

/** Transcription sessions of OpenAI's Realtime protocol. */
export const openAiTranscriptions = (apiKey: string | undefined): StreamProtocol => ({
  path: '/v1/realtime',
  bytesPerSecond: 48_000,
  errorMessage: {
    type: 'error',
    event_id: 'event_x',
    error: { type: 'server_error', code: 'server_error', message: 'It failed.', param: null, event_id: null },
  },
  isAuthorized: ({ authorization }) => apiKey === undefined || authorization === `Bearer ${apiKey}`,
  start({ script, send, hear }) {
    let count = 0
    let spoken: readonly string[] = []
    /** words of earlier items */
    let committed = 0
    /** words of the current item that were sent */
    let emitted = 0
    let hasTurnDetection = true
    let isConfigured = false
    let buffered = 0
    let receivedBytes = 0
    const itemId = () => `item_${count}`
    const emit = (words: readonly string[]) => {
      for (const word of words) {
        const delta = emitted === 0 ? word : ` ${word}`
        emitted += 1
        send(event(`${TRANSCRIPTION}.delta`, { item_id: itemId(), content_index: 0, delta }))
      }
    }
    const commit = (isDetected: boolean) => {
      if (buffered < 4_800) {
        const error = {
          type: 'invalid_request_error',
          code: 'input_audio_buffer_commit_empty',
          message: 'Empty.',
        }
        return send(event('error', { error: { ...error, param: null, event_id: null } }))
      }
      buffered = 0
      if (isDetected)
        send(
          event('input_audio_buffer.speech_stopped', {
            audio_end_ms: Math.round(receivedBytes / 48),
            item_id: itemId(),
          }),
        )
      send(event('input_audio_buffer.committed', { item_id: itemId(), previous_item_id: null }))
      const words = spoken.slice(committed)
      emit(words.slice(emitted))
      send(
        event(`${TRANSCRIPTION}.completed`, {
          item_id: itemId(),
          content_index: 0,
          transcript: words.join(' '),
          usage: { type: 'duration', seconds: 1 },
        }),
      )
      committed = spoken.length
      emitted = 0
      count += 1
    }
    send(
      event('session.created', {
        session: { type: 'transcription', object: 'realtime.transcription_session' },
      }),
    )
    return {
      receive(message) {
        if (Buffer.isBuffer(message)) return
        switch (message['type']) {
          case 'session.update': {
            const session = message['session'] as {
              type?: unknown
              audio?: { input?: { turn_detection?: unknown } }
            }
            isConfigured = session.type === 'transcription'
            hasTurnDetection = session.audio?.input?.turn_detection !== null
            return send(event('session.updated', { session }))
          }
          case 'input_audio_buffer.append': {
            if (!isConfigured) throw new Error('audio before the session was configured')
            const bytes = Buffer.from(String(message['audio']), 'base64').length
            buffered += bytes
            receivedBytes += bytes
            spoken = hear(bytes)
            if (!hasTurnDetection) emit(spoken.slice(committed + emitted))
            const { finalAfterWords = Infinity } = script
            if (spoken.length - committed >= finalAfterWords) commit(true)
            return
          }
          case 'input_audio_buffer.commit':
            return commit(false)
        }
      },
    }
  },
})
