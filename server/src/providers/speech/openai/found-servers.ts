import { type Availability, ProviderFailure } from '../../failure.ts'
import { LOCAL_PROVIDERS_VARIABLE } from '../../wire/shared-variables.ts'
import type { SpeechModule } from '../speech-provider.ts'
import { cachedVoices } from '../cached-voices.ts'
import type { SttStreaming } from '../stt-stream.ts'
import type { SttProvider } from '../stt.ts'
import type { TtsProvider } from '../tts.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import { createProviderModelList, type ProviderModelList } from '../../wire/model-list.ts'
import { idsOf } from '../../wire/list-entries.ts'
import type { OpenAiSpeechOptions } from './api.ts'
import { createOpenAiStreaming } from './openai-stt-stream.ts'
import { createOpenAiStt } from './openai-stt.ts'
import { createOpenAiTts } from './openai-tts.ts'
import { listServerVoices, voiceOf } from './server-voices.ts'

/** A server on this machine that may implement OpenAI's audio protocol. */
export interface LocalSpeechServer {
  readonly name: string
  /** with its `/v1`, without a slash at the end */
  readonly baseUrl: string
}

/** Usual ports of servers for transcription or synthesis. */
const USUAL_SERVERS: readonly LocalSpeechServer[] = [
  { name: 'Speaches', baseUrl: 'http://127.0.0.1:8000/v1' },
  { name: 'LocalAI', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'Kokoro-FastAPI', baseUrl: 'http://127.0.0.1:8880/v1' },
]

const ID = 'found'
/** Timeout for a loopback server, in ms: it responds at once or not at all. */
const LIST_TIMEOUT_MS = 500
/** Model lists name no task: these are the families that there are. */
const HEARS = /whisper|parakeet|moonshine|sense-?voice|canary|voxtral|transcribe/i
const SPEAKS = /kokoro|piper|orpheus|supertonic|chatterbox|melo|\btts\b|tts-/i

const NOT_FOUND: Availability = {
  available: false,
  reason: 'No speech server was found on this machine.',
  hint: 'Start Speaches, LocalAI or Kokoro-FastAPI on its usual port.',
  envVar: null,
  problem: 'not-found',
}

interface Found {
  readonly server: LocalSpeechServer
  readonly model: string
}

/** Transcription and speech by servers on this machine, which are detected like Ollama. */
export const localServerSpeech = {
  id: ID,
  variables: LOCAL_PROVIDERS_VARIABLE,
  prices: 'free',
  create: ({ LOCAL_PROVIDERS }, { timeoutMs }) =>
    LOCAL_PROVIDERS === 'on' ? findSpeechServers(USUAL_SERVERS, timeoutMs) : {},
} as const satisfies SpeechModule<typeof LOCAL_PROVIDERS_VARIABLE>

/** Returns providers that use one of these servers that responds when it is needed and has a model for it. */
export function findSpeechServers(
  servers: readonly LocalSpeechServer[],
  timeoutMs: number,
): { readonly stt: SttProvider; readonly tts: TtsProvider } {
  const lists = servers.map((server) => ({ server, models: listOf(server) }))
  const hearing = finder(lists, HEARS)
  const speaking = finder(lists, SPEAKS)
  const voiceLists = new Map(servers.map((server) => [server, voicesOf(server)]))
  const streams = new Map<string, SttStreaming>()
  const streamingOf = (foundServer: Found): SttStreaming => {
    const key = `${foundServer.server.baseUrl} ${foundServer.model}`
    const streaming = streams.get(key) ?? createOpenAiStreaming(options(foundServer))
    streams.set(key, streaming)
    return streaming
  }
  const options = ({ server, model }: Found): OpenAiSpeechOptions => ({
    name: server.name,
    location: 'server',
    apiKey: undefined,
    baseUrl: server.baseUrl,
    model,
    timeoutMs,
  })
  return {
    stt: {
      id: ID,
      get name() {
        return hearing.last()?.server.name ?? 'Local speech server'
      },
      get model() {
        return hearing.last()?.model ?? ID
      },
      location: 'server',
      languages: undefined,
      containers: ['wav', 'webm', 'ogg', 'mp4', 'mp3'],
      availability: hearing.availability,
      get streaming() {
        const foundServer = hearing.last()
        return foundServer && streamingOf(foundServer)
      },
      transcribe: async (request, signal) =>
        createOpenAiStt(options(await hearing.require())).transcribe(request, signal),
    },
    tts: {
      id: ID,
      get name() {
        return speaking.last()?.server.name ?? 'Local speech server'
      },
      get model() {
        return speaking.last()?.model ?? ID
      },
      location: 'server',
      formats: ['mp3', 'opus', 'wav', 'pcm'],
      availability: speaking.availability,
      async voices() {
        const { server } = await speaking.require()
        const voices = (await voiceLists.get(server)?.()) ?? []
        return voices.length > 0 ? voices : [voiceOf('alloy', undefined, true, presentationOf(server))]
      },
      synthesize: async (request, signal) =>
        createOpenAiTts(options(await speaking.require())).synthesize(request, signal),
    },
  }
}

const voicesOf = ({ name, baseUrl }: LocalSpeechServer) =>
  cachedVoices(async () => {
    const server = { baseUrl, apiKey: undefined, timeoutMs: LIST_TIMEOUT_MS }
    return (await listServerVoices(server, presentationOf({ name }))) ?? []
  })

const presentationOf = ({ name }: Pick<LocalSpeechServer, 'name'>) => ({
  provider: ID,
  description: `Voice of ${name} on this server`,
})

const listOf = ({ baseUrl }: LocalSpeechServer): ProviderModelList =>
  createProviderModelList({
    url: `${baseUrl}/models`,
    read: (body) => idsOf(body),
    timeoutMs: LIST_TIMEOUT_MS,
  })

/** The first server with a model of that kind. */
function finder(
  lists: readonly { readonly server: LocalSpeechServer; readonly models: ProviderModelList }[],
  kind: RegExp,
) {
  let foundServer: Found | undefined
  const findServer = async (): Promise<Found | undefined> => {
    const answers = await Promise.all(
      lists.map(async ({ server, models }) => {
        const model = (await models.check())?.find((id) => kind.test(id))
        return model === undefined ? undefined : { server, model }
      }),
    )
    foundServer = answers.find((server) => server !== undefined)
    return foundServer
  }
  return {
    last: () => foundServer,
    availability: async (): Promise<Availability> => ((await findServer()) ? AVAILABLE : NOT_FOUND),
    async require(): Promise<Found> {
      const server = foundServer ?? (await findServer())
      if (server) return server
      throw new ProviderFailure({
        kind: 'unavailable',
        provider: ID,
        message: 'The speech server is no longer running.',
      })
    },
  }
}
