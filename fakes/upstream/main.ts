import { parseArgs } from 'node:util'
import { startUpstream } from './index.ts'

/**
 * `node fakes/upstream/main.ts --port 4010`: a vendor with realistic delays, for benches and manual tests.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    'stt-ms': { type: 'string', default: '150' },
    'first-token-ms': { type: 'string', default: '200' },
    'tokens-per-second': { type: 'string', default: '60' },
    /** the text of every reply; default: the question */
    reply: { type: 'string' },
    /** every reply consists of this many tokens, each with its sending time */
    'stamped-tokens': { type: 'string' },
    'first-sound-ms': { type: 'string', default: '100' },
    /** audio arrives faster than it plays by this factor */
    'sound-speed': { type: 'string', default: '4' },
  },
})

const upstream = await startUpstream({
  port: Number(values.port),
  host: values.host,
  transcription: { firstPieceAfterMs: Number(values['stt-ms']) },
  chat: {
    firstPieceAfterMs: Number(values['first-token-ms']),
    piecesPerSecond: Number(values['tokens-per-second']),
    ...(values['stamped-tokens'] !== undefined && { stampedTokens: Number(values['stamped-tokens']) }),
    ...(values.reply !== undefined && { text: values.reply }),
  },
  speech: {
    firstPieceAfterMs: Number(values['first-sound-ms']),
    piecesPerSecond: Number(values['sound-speed']) * 10,
  },
})
// Recorded requests are not needed in a process, and a load test sends them for an hour.
setInterval(() => upstream.reset(), 10_000).unref()
process.stdout.write(`${upstream.url}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void upstream.close())
