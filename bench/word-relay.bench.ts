// Measures how late words arrive that a transcriber emits while 50 people speak at the same time, each for five minutes
// (`WORD_RELAY_SECONDS` for another time). Sessions, transcriber and server share the machine.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startVee } from '../e2e/vee.ts'
import { relayWords } from '../fakes/relay-words.ts'
import { serveTranscriptionStreams } from '../fakes/transcription-stream/index.ts'
import { stampedTranscriptions } from '../fakes/transcription-stream/stamped.ts'
import { quantile, report } from './report.ts'

const SESSIONS = 50
/** Time in which connections to the transcriber are closed after the last turn, in ms. */
const CLOSED_WITHIN_MS = 5_000
const SECONDS = Number(process.env['WORD_RELAY_SECONDS'] ?? 300)

const vendor = createServer((_request, response) => response.writeHead(404).end())
await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
const streams = serveTranscriptionStreams(vendor, stampedTranscriptions)
streams.script({ text: '' })
const vee = await startVee({
  OPENAI_API_KEY: 'sk-bench',
  OPENAI_BASE_URL: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/v1`,
  STT_LIVE_MODEL: 'gpt-live-transcribe',
  TRUSTED_PROXIES: '127.0.0.1',
})
try {
  const figures = await relayWords({
    url: vee.url,
    sessions: SESSIONS,
    seconds: SECONDS,
    turnSeconds: 15,
  })
  const { delaysMs, errors, fallbacks, turns } = figures
  await Promise.race([Promise.all(streams.connections.map(({ closed }) => closed)), pause(CLOSED_WITHIN_MS)])
  for (const error of new Set(errors)) console.error(`  ${error}`)
  report({
    name: `turns of ${SESSIONS} sessions that failed`,
    unit: `of ${turns}`,
    value: errors.length,
    limit: { value: 0 },
  })
  report({
    name: 'turns whose recording was transcribed instead',
    unit: `of ${turns}`,
    value: fallbacks,
    limit: { value: 0 },
  })
  report({
    name: 'delay of a word by the relay, median',
    unit: 'ms',
    value: quantile(delaysMs, 0.5),
    limit: { value: 15 },
  })
  report({ name: 'delay of a word by the relay, 95 of 100', unit: 'ms', value: quantile(delaysMs, 0.95) })
  report({
    name: 'connections to the transcriber that stayed open',
    unit: '',
    value: streams.connections.filter(({ isOpen }) => isOpen).length,
    limit: { value: 0 },
  })
} finally {
  await vee.close()
  streams.cut()
  vendor.close()
}
