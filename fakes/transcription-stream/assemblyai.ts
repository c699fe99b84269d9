import type { StreamProtocol } from './index.ts'

const MODELS = /^(?:universal-streaming-(?:english|multilingual)|whisper-rt|u3-rt-pro|universal-3-5-pro)$/

/** AssemblyAI's Universal-Streaming. */
export const assemblyAiStreams = (apiKey: string): StreamProtocol => ({
  path: '/v3/ws',
  bytesPerSecond: 32_000,
  errorMessage: { type: 'Error', error_code: 3005, error: 'It failed.' },
  isAuthorized: ({ authorization }) => authorization === apiKey,
  start({ script, send, hear, close, url }) {
    const { searchParams } = url
    if (searchParams.get('encoding') !== 'pcm_s16le') throw new Error('unknown encoding')
    if (!MODELS.test(searchParams.get('speech_model') ?? '')) throw new Error('unknown model')
    const isFormatted = searchParams.get('format_turns') === 'true'
    let spoken: readonly string[] = []
    let settled = 0
    let turnOrder = 0
    let received = 0
    send({ type: 'Begin', id: 'de5d9927-73a6-4be8-b52d-b4c07be37e6b', expires_at: 1_795_000_000 })
    const turn = (more: object, finals: number, confidence: number) => {
      const words = spoken.slice(settled)
      send({
        type: 'Turn',
        turn_order: turnOrder,
        turn_is_formatted: false,
        end_of_turn: false,
        transcript: words.slice(0, finals).join(' '),
        utterance: '',
        end_of_turn_confidence: confidence,
        words: words.map((text, index) => ({
          text,
          start: index * 250,
          end: index * 250 + 200,
          confidence: 0.9,
          word_is_final: index < finals,
        })),
        ...more,
      })
    }
    const endTurn = () => {
      const count = spoken.length - settled
      if (count === 0) return
      turn({ end_of_turn: true }, count, 0.8)
      if (isFormatted) turn({ end_of_turn: true, turn_is_formatted: true }, count, 0.8)
      settled = spoken.length
      turnOrder += 1
    }
    return {
      receive(message) {
        if (Buffer.isBuffer(message)) {
          if (message.length < 1_600) throw new Error('shorter than 50 ms')
          received += message.length
          const before = spoken.length
          spoken = hear(message.length)
          if (spoken.length === before) return
          const count = spoken.length - settled
          const { earlyEndAfterWords = Infinity, finalAfterWords = Infinity } = script
          if (count >= finalAfterWords) return endTurn()
          turn({}, count - 1, 0.01)
          if (count === earlyEndAfterWords) turn({ utterance: spoken.slice(settled).join(' ') }, count, 0.5)
          return
        }
        if (message['type'] === 'ForceEndpoint') endTurn()
        if (message['type'] !== 'Terminate') return
        endTurn()
        send({
          type: 'Termination',
          audio_duration_seconds: received / 32_000,
          session_duration_seconds: received / 32_000,
        })
        close()
      },
    }
  },
})
