import type { StreamProtocol } from './index.ts'

const UPDATE_BYTES = 8_000

/** Deepgram's Flux. Silence ends no turn by itself. */
export const fluxStreams = (apiKey: string): StreamProtocol => ({
  path: '/v2/listen',
  bytesPerSecond: 32_000,
  errorMessage: { type: 'Error', sequence_id: 1, code: 'INTERNAL_SERVER_ERROR', description: 'It failed.' },
  isAuthorized: ({ authorization }) => authorization === `Token ${apiKey}`,
  start({ script, send, hear, close, url }) {
    if (url.searchParams.get('encoding') !== 'linear16') throw new Error('unknown encoding')
    const isEager = url.searchParams.has('eager_eot_threshold')
    let sequence = 0
    let received = 0
    let reported = 0
    let turn = 0
    /** words of earlier turns */
    let settled = 0
    /** number of words of the turn whose end was expected early */
    let expected = 0
    let spoken: readonly string[] = []
    const number = () => ({ request_id: '3b9a5c2e-6f0f-4a52-9d1b-111111111111', sequence_id: sequence++ })
    send({ type: 'Connected', ...number() })
    const tell = (event: string, confidence: number, more: object = {}) => {
      const words = spoken.slice(settled)
      send({
        type: 'TurnInfo',
        ...number(),
        event,
        turn_index: turn,
        audio_window_start: 0,
        audio_window_end: received / 32_000,
        transcript: words.join(' '),
        words: words.map((word, index) => ({ word, confidence: 0.9, start: index, end: index + 1 })),
        end_of_turn_confidence: confidence,
        ...more,
      })
    }
    const takeWords = (before: number) => {
      const count = spoken.length - settled
      if (spoken.length > before && expected > 0) {
        expected = 0
        tell('TurnResumed', 0.1)
      }
      const { earlyEndAfterWords = Infinity, finalAfterWords = Infinity } = script
      const mayEnd = spoken.length > before && (count === earlyEndAfterWords || count >= finalAfterWords)
      if (mayEnd && isEager) {
        expected = count
        tell('EagerEndOfTurn', 0.5)
      }
      if (spoken.length > before && count >= finalAfterWords) {
        tell('EndOfTurn', 0.9, { trigger: 'model' })
        settled = spoken.length
        expected = 0
        turn += 1
      }
    }
    return {
      receive(message) {
        if (!Buffer.isBuffer(message)) {
          if (message['type'] === 'CloseStream') close()
          return
        }
        const isSilence = message.every((byte) => byte === 0)
        for (let index = 0; index < message.length; index += UPDATE_BYTES / 2) {
          const bytes = Math.min(UPDATE_BYTES / 2, message.length - index)
          received += bytes
          const before = spoken.length
          if (!isSilence) spoken = hear(bytes)
          if (spoken.length > settled && before <= settled) tell('StartOfTurn', 0)
          takeWords(before)
          if (received - reported < UPDATE_BYTES) continue
          reported = received
          tell('Update', 0.05)
        }
      },
    }
  },
})
