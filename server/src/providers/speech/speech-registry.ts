import { z } from 'zod'
import { trimmedText, variableNotes } from '#lib/variable-types.ts'
import { assemblyAiSpeech } from './assemblyai/index.ts'
import { cartesiaSpeech } from './cartesia/index.ts'
import { deepgramSpeech } from './deepgram/index.ts'
import { elevenLabsSpeech } from './elevenlabs/index.ts'
import type { EndpointConnection } from '../endpoint-connection.ts'
import { espeakSpeech } from './espeak/index.ts'
import { fliteSpeech, localSpeech } from './local-speech/index.ts'
import { localServerSpeech } from './openai/found-servers.ts'
import { mistralSpeech } from './mistral/index.ts'
import { openAiSpeech } from './openai/index.ts'
import { piperSpeech } from './piper/index.ts'
import type { CallerKeys, SpeechContext, SpeechProviders } from './speech-provider.ts'
import type { SttProvider } from './stt.ts'
import type { TtsProvider } from './tts.ts'
import { whisperProgramSpeech, whisperServerSpeech } from './whisper-cpp/index.ts'
import { createOpenAiStt } from './openai/openai-stt.ts'
import { createOpenAiTts } from './openai/openai-tts.ts'
import { isLoopbackHost } from '#lib/localhost.ts'

/** Every provider of speech in Vee, in order of preference unless the host ranks them. */
export const SPEECH_MODULES = [
  openAiSpeech,
  deepgramSpeech,
  assemblyAiSpeech,
  mistralSpeech,
  elevenLabsSpeech,
  cartesiaSpeech,
  localServerSpeech,
  whisperServerSpeech,
  localSpeech,
  whisperProgramSpeech,
  piperSpeech,
  espeakSpeech,
  fliteSpeech,
] as const

/** In order of preference. */
export const SPEECH_MODULE_IDS: readonly string[] = SPEECH_MODULES.map(({ id }) => id)

const ranking = (direction: string) =>
  trimmedText
    .transform((list) => list.split(',').map((id) => id.trim()))
    .pipe(
      z.array(
        z.enum(SPEECH_MODULE_IDS, `must be some of ${SPEECH_MODULE_IDS.join(', ')}, separated by commas`),
      ),
    )
    .optional()
    .register(variableNotes, {
      meaning: `Providers of ${direction} in order of preference; those left out are not used`,
      example: SPEECH_MODULE_IDS.join(','),
      shownDefault: 'all that are set up',
    })

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
type ModuleVariables = Intersection<(typeof SPEECH_MODULES)[number]['variables']>

/** Environment variables of all providers of speech. */
export const SPEECH_VARIABLES = {
  // Object.assign loses which module has which variable.
  ...(Object.assign({}, ...SPEECH_MODULES.map(({ variables }) => variables)) as ModuleVariables),
  STT_PROVIDERS: ranking('transcription'),
  TTS_PROVIDERS: ranking('speech'),
}

export type SpeechVariables = z.output<z.ZodObject<typeof SPEECH_VARIABLES>>

export interface SpeechRegistry {
  /** in order of preference */
  readonly stt: readonly SttProvider[]
  /** in order of preference */
  readonly tts: readonly TtsProvider[]
}

/** The providers of speech that the host has set up. */
export function createSpeechRegistry(
  variables: SpeechVariables,
  context: SpeechContext,
  endpoints: () => readonly EndpointConnection[] = () => [],
): SpeechRegistry {
  const byModule = new Map<string, SpeechProviders>(
    SPEECH_MODULES.map((module) => [module.id, module.create(variables, context)]),
  )
  const byEndpoint = new WeakMap<EndpointConnection, SpeechProviders>()
  const speechOf = (connection: EndpointConnection) => {
    const speech = byEndpoint.get(connection) ?? endpointSpeech(connection, context.timeoutMs)
    byEndpoint.set(connection, speech)
    return speech
  }
  /** Endpoints follow the service of the environment; where the ranking omits that service, they are last. */
  const ranked = (ids: readonly string[]): SpeechProviders[] => {
    const ofEndpoints = endpoints().map(speechOf)
    const providers = ids.flatMap((id) => [
      byModule.get(id) ?? {},
      ...(id === openAiSpeech.id ? ofEndpoints : []),
    ])
    return ids.includes(openAiSpeech.id) ? providers : [...providers, ...ofEndpoints]
  }
  return {
    get stt() {
      return ranked(variables.STT_PROVIDERS ?? SPEECH_MODULE_IDS).flatMap(({ stt }) => stt ?? [])
    },
    get tts() {
      return ranked(variables.TTS_PROVIDERS ?? SPEECH_MODULE_IDS).flatMap(({ tts }) => tts ?? [])
    },
  }
}

/** Returns speech providers for callers' own keys, for one request each: nothing of a key outlives it. */
export function createOwnSpeech(variables: SpeechVariables, context: SpeechContext) {
  const first = <P>(keys: CallerKeys, read: (providers: SpeechProviders) => P | undefined): P | undefined => {
    for (const module of SPEECH_MODULES) {
      const provider =
        'createForKeys' in module ? read(module.createForKeys(keys, variables, context)) : undefined
      if (provider !== undefined) return provider
    }
    return undefined
  }
  return {
    stt: (keys: CallerKeys) => first(keys, ({ stt }) => stt),
    tts: (keys: CallerKeys) => first(keys, ({ tts }) => tts),
  }
}

/** Returns the speech providers of an endpoint for which the host has configured speech models. */
export function endpointSpeech(connection: EndpointConnection, timeoutMs: number): SpeechProviders {
  const { id, name, baseUrl, apiKey, protocol, transcriptionModel, speechModel } = connection
  if (protocol !== 'openai') return {}
  const options = (model: string) => ({
    name,
    location: isLoopbackHost(new URL(baseUrl).hostname) ? ('server' as const) : ('vendor' as const),
    apiKey,
    baseUrl,
    model,
    timeoutMs,
  })
  const tts = speechModel === null ? undefined : createOpenAiTts(options(speechModel))
  return {
    ...(transcriptionModel !== null && {
      stt: {
        ...createOpenAiStt({
          ...options(transcriptionModel),
          // At OpenAI, words while one speaks have another model and price: STT_LIVE_MODEL.
          streamingModel: new URL(baseUrl).hostname === 'api.openai.com' ? undefined : transcriptionModel,
        }),
        id,
      },
    }),
    ...(tts && {
      tts: {
        ...tts,
        id,
        // Ids of voices are unique over all providers.
        voices: async () =>
          (await tts.voices()).map((voice) => ({
            ...voice,
            id: `${id}_${voice.providerVoiceId}`,
            provider: id,
          })),
      },
    }),
  }
}
