import type { StreamProtocol } from './index.ts'

const TRANSCRIPTION = 'conversation.item.input_audio_transcription'
const BYTES_PER_WORD = 12_000

/** The time on the clock that all processes share, in milliseconds. */
export const sharedNow = (): number => performance.timeOrigin + performance.now()

/** OpenAI's realtime transcription whose words, four a second, are the times at which they were sent. */
export const stampedTranscriptions: StreamProtocol = {
  path: '/v1/realtime',
  bytesPerSecond: 48_000,
  errorMessage: { type: 'error', event_id: 'event_x', error: { type: 'server_error', code: 'server_error' } },
  isAuthorized: () => true,
  start({ send }) {
    let bytes = 0
    let words: string[] = []
    let item = 0
    const itemId = () => `item_${item}`
    return {
      receive(message) {
        if (Buffer.isBuffer(message)) return
        if (message['type'] === 'input_audio_buffer.append') {
          bytes += Buffer.byteLength(String(message['audio']), 'base64')
          if (bytes < BYTES_PER_WORD) return
          bytes -= BYTES_PER_WORD
          const stamp = sharedNow().toFixed(2)
          words.push(stamp)
          send({
            type: `${TRANSCRIPTION}.delta`,
            item_id: itemId(),
            content_index: 0,
            delta: words.length === 1 ? stamp : ` ${stamp}`,
          })
        }
        if (message['type'] !== 'input_audio_buffer.commit') return
        send({ type: 'input_audio_buffer.committed', item_id: itemId(), previous_item_id: null })
        send({
          type: `${TRANSCRIPTION}.completed`,
          item_id: itemId(),
          content_index: 0,
          transcript: words.join(' '),
        })
        words = []
        item += 1
      },
    }
  },
}
