import { openAiTranscriptions } from '../../fakes/transcription-stream/openai.ts'
import { serveTranscriptionStreams, type StreamService } from '../../fakes/transcription-stream/index.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { startVee, type Vee } from '../vee.ts'

/** The words of a stream. */
export const WORDS = 'what is a token bucket and why'
/** The words of the recording as a whole. */
export const WHOLE = 'What is a token bucket?'

export interface StreamHouse {
  readonly upstream: Upstream
  readonly vee: Vee
  readonly streams: StreamService
}

/** Starts Vee with a transcriber that emits words while they are spoken, at a fake vendor that speaks OpenAI's protocol. */
export async function withStreamHouse(use: (house: StreamHouse) => Promise<void>): Promise<void> {
  const services: StreamService[] = []
  const upstream = await startUpstream({
    onServer: (server) => services.push(serveTranscriptionStreams(server, openAiTranscriptions('sk-e2e'))),
  })
  const [streams] = services
  if (!streams) throw new Error('nothing is served')
  streams.script({ text: WORDS, finalAfterWords: 3 })
  upstream.scriptOnly('transcription', { text: WHOLE })
  const vee = await startVee({
    OPENAI_API_KEY: 'sk-e2e',
    OPENAI_BASE_URL: `${upstream.url}/v1`,
    STT_LIVE_MODEL: 'gpt-live-transcribe',
  })
  await use({ upstream, vee, streams })
  await vee.close()
  streams.cut()
  await upstream.close()
}

/** Returns the number of recordings that were transcribed. */
export const recordings = ({ requests }: Upstream) =>
  requests.filter(({ path }) => path.endsWith('transcriptions')).length
