import type { StreamProtocol } from './index.ts'

/** Deepgram's live endpoint. */
export const deepgramStreams = (apiKey: string): StreamProtocol => ({
  path: '/v1/listen',
  bytesPerSecond: 32_000,
  errorMessage: { type: 'Error', description: 'It failed.', message: 'It failed.', variant: 'INTERNAL' },
  isAuthorized: ({ authorization }) => authorization === `Token ${apiKey}`,
  start({ script, send, hear, close, url }) {
    if (url.searchParams.get('encoding') !== 'linear16') throw new Error('unknown encoding')
    let spoken: readonly string[] = []
    /** words that are final */
    let settled = 0
    const results = (isFinal: boolean, more: object = {}) => {
      const words = spoken.slice(settled)
      send({
        type: 'Results',
        channel_index: [0, 1],
        duration: 1,
        start: 0,
        is_final: isFinal,
        speech_final: false,
        channel: {
          alternatives: [
            {
              transcript: words.join(' '),
              confidence: 0.9,
              languages: ['en'],
              words: words.map((word, index) => ({ word, start: index, end: index + 1, confidence: 0.9 })),
            },
          ],
        },
        metadata: {
          request_id: 'r',
          model_info: { name: 'nova', version: '1', arch: 'nova-3' },
          model_uuid: 'm',
        },
        ...more,
      })
      if (isFinal) settled = spoken.length
    }
    return {
      receive(message) {
        if (Buffer.isBuffer(message)) {
          const before = spoken.length
          spoken = hear(message.length)
          if (spoken.length === before) return
          const { finalAfterWords = Infinity } = script
          if (spoken.length - settled >= finalAfterWords) results(true, { speech_final: true })
          else results(false)
          return
        }
        if (message['type'] === 'Finalize' && spoken.length > settled) results(true, { from_finalize: true })
        if (message['type'] !== 'CloseStream') return
        results(true)
        send({
          type: 'Metadata',
          transaction_key: 'deprecated',
          request_id: 'r',
          sha256: 'x',
          created: '2026-11-26T00:00:00.000Z',
          duration: 1,
          channels: 1,
        })
        close()
      },
    }
  },
})
