import { z } from 'zod'
import { apiKey, trimmedText, variableNotes, webAddress, wholeNumber } from '#lib/variable-types.ts'
import { geminiLive } from '../../gemini/gemini-live.ts'
import { openAiLive } from '../openai/live-models.ts'
import type { LiveModel } from './live-model.ts'
import type { LiveModelContext, LiveModelModule } from './live-model-module.ts'

/** Every vendor of live models in Vee. */
const LIVE_MODEL_MODULES: readonly LiveModelModule[] = [openAiLive, geminiLive]
const IDS = LIVE_MODEL_MODULES.map(({ id }) => id)

/** A name in LIVE_MODELS, such as `openai:gpt-realtime-2.1`. */
interface LiveModelName {
  readonly provider: string
  readonly model: string
}

const names = trimmedText.transform((list, context): LiveModelName[] =>
  list.split(',').flatMap((entry) => {
    const [, provider = '', model = ''] = /^\s*([^:\s]+):(\S+)\s*$/.exec(entry) ?? []
    if (IDS.includes(provider)) return { provider, model }
    const message = `must be names of models, each after the name of a provider (${IDS.join(', ')}) and a colon`
    context.addIssue({ code: 'custom', message })
    return []
  }),
)

/** Environment variables of live models. */
export const LIVE_MODEL_VARIABLES = {
  LIVE_MODELS: names.default([]).register(variableNotes, {
    meaning: 'Models that listen and speak by themselves (speech to speech), the preferred one first',
    example: 'openai:gpt-realtime-2.1-mini',
    shownDefault: 'none is offered',
  }),
  LIVE_API_KEY: apiKey.optional().register(variableNotes, {
    meaning: 'Key for the live models of `openai:`',
    example: 'sk-…',
    shownDefault: 'OPENAI_API_KEY',
    secret: true,
  }),
  LIVE_BASE_URL: webAddress.optional().register(variableNotes, {
    meaning: 'Any server that speaks OpenAI’s Realtime protocol, with its /v1',
    example: 'http://localhost:8100/v1',
    shownDefault: 'OPENAI_BASE_URL',
  }),
  LIVE_TRANSCRIPTION_MODEL: trimmedText.default('gpt-4o-mini-transcribe').register(variableNotes, {
    meaning: 'Model for the transcript of what people say to a live model of `openai:`',
    example: 'gpt-4o-mini-transcribe',
  }),
  LIVE_ACCESS: trimmedText
    .pipe(z.enum(['members', 'everyone'], 'must be members or everyone'))
    .default('members')
    .register(variableNotes, {
      meaning: 'Who may talk to live models that send a bill: people who signed in, or visitors too',
      example: 'everyone',
    }),
  LIVE_MAX_MINUTES: wholeNumber(1, 60).default(30).register(variableNotes, {
    meaning: 'Longest conversation with a live model; it continues with the other engines afterwards',
    example: '15',
  }),
  LIVE_PRICE_PER_MINUTE_USD: trimmedText
    .regex(/^\d{1,4}(?:\.\d{1,6})?$/, 'must be US dollars')
    .transform(Number)
    .optional()
    .register(variableNotes, {
      meaning: 'What a minute of live models costs, where it is not the published price',
      example: '0.05',
      shownDefault: 'published prices; 0 for a server on this machine',
    }),
}

export type LiveModelVariables = z.output<z.ZodObject<typeof LIVE_MODEL_VARIABLES>>

/** Returns the live models that the host has set up, in order of preference. */
export function createLiveModelRegistry(
  variables: LiveModelVariables,
  {
    openai,
    gemini,
    timeoutMs,
  }: Pick<LiveModelContext, 'gemini' | 'timeoutMs'> & {
    readonly openai: Pick<LiveModelContext['openai'], 'apiKey' | 'baseUrl'>
  },
): readonly LiveModel[] {
  const context: LiveModelContext = {
    timeoutMs,
    gemini,
    perMinuteUsd: variables.LIVE_PRICE_PER_MINUTE_USD,
    openai: {
      apiKey: variables.LIVE_API_KEY ?? openai.apiKey,
      baseUrl: variables.LIVE_BASE_URL ?? openai.baseUrl,
      transcriptionModel: variables.LIVE_TRANSCRIPTION_MODEL,
    },
  }
  return variables.LIVE_MODELS.flatMap(
    ({ provider, model }) =>
      LIVE_MODEL_MODULES.find(({ id }) => id === provider)?.create(model, context) ?? [],
  )
}
