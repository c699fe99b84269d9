import { isLoopbackHost } from '#lib/localhost.ts'
import type { SpeechModule } from '../speech-provider.ts'
import type { OpenAiSpeechOptions } from './api.ts'
import { createOpenAiStt, type OpenAiSttOptions } from './openai-stt.ts'
import { createOpenAiTts } from './openai-tts.ts'
import { OPENAI_VARIABLES } from '../../wire/shared-variables.ts'
import { apiKey, trimmedText, variableNotes, webAddress } from '#lib/variable-types.ts'

const OPENAI_SPEECH_VARIABLES = {
  ...OPENAI_VARIABLES,
  STT_API_KEY: apiKey.optional().register(variableNotes, {
    meaning: 'Key for transcription',
    example: 'sk-…',
    shownDefault: 'OPENAI_API_KEY',
    secret: true,
  }),
  STT_BASE_URL: webAddress.optional().register(variableNotes, {
    meaning: 'OpenAI-style transcription elsewhere, with its /v1',
    example: 'http://localhost:9000/v1',
    shownDefault: 'OPENAI_BASE_URL',
  }),
  STT_MODEL: trimmedText
    .default('whisper-1')
    .register(variableNotes, { meaning: 'Model for transcription', example: 'whisper-1' }),
  STT_LIVE_MODEL: trimmedText.optional().register(variableNotes, {
    meaning: 'Model for words while one speaks, by OpenAI’s realtime transcription',
    example: 'gpt-live-transcribe',
    shownDefault: 'none at OpenAI, STT_MODEL at another address',
  }),
  TTS_API_KEY: apiKey.optional().register(variableNotes, {
    meaning: 'Key for speech',
    example: 'sk-…',
    shownDefault: 'OPENAI_API_KEY',
    secret: true,
  }),
  TTS_BASE_URL: webAddress.optional().register(variableNotes, {
    meaning: 'OpenAI-style speech elsewhere, with its /v1',
    example: 'http://localhost:8880/v1',
    shownDefault: 'OPENAI_BASE_URL',
  }),
  TTS_MODEL: trimmedText
    .default('tts-1')
    .register(variableNotes, { meaning: 'Model for speech', example: 'tts-1' }),
}

/** The only address that always needs a key. */
const VENDOR_BASE_URL = 'https://api.openai.com/v1'

type Variables = typeof OPENAI_SPEECH_VARIABLES
type Values = Parameters<SpeechModule<Variables>['create']>[0]

/** Transcription and speech by OpenAI's audio protocol, at OpenAI or any compatible server. */
export const openAiSpeech = {
  id: 'openai',
  variables: OPENAI_SPEECH_VARIABLES,
  // As published on 2026-11-21.
  prices: {
    sttPerMinuteUsd: {
      'whisper-1': 0.006,
      'gpt-transcribe': 0.0045,
      'gpt-4o-transcribe': 0.006,
      'gpt-4o-mini-transcribe': 0.003,
      'gpt-live-transcribe': 0.017,
      'gpt-realtime-whisper': 0.017,
    },
    ttsPerMillionCharactersUsd: {
      'tts-1': 15,
      'tts-1-hd': 30,
      /** billed per minute of audio, which is about a thousand characters */
      'gpt-4o-mini-tts': 15,
    },
  },
  create(variables, { timeoutMs }) {
    const stt = sttOptions(variables, timeoutMs)
    const tts = ttsOptions(variables, timeoutMs)
    return {
      stt: isConfigured(stt) ? createOpenAiStt(stt) : undefined,
      tts: isConfigured(tts) ? createOpenAiTts(tts) : undefined,
    }
  },
  createForKeys({ openai: apiKey }, variables, { timeoutMs }) {
    if (apiKey === undefined) return {}
    return {
      stt: createOpenAiStt({ ...sttOptions(variables, timeoutMs), apiKey }),
      tts: createOpenAiTts({ ...ttsOptions(variables, timeoutMs), apiKey }),
    }
  },
} as const satisfies SpeechModule<Variables>

function sttOptions(variables: Values, timeoutMs: number): OpenAiSttOptions {
  const baseUrl = variables.STT_BASE_URL ?? variables.OPENAI_BASE_URL
  // The price of words while one speaks is three times that of a recording.
  const streamingDefault = baseUrl === VENDOR_BASE_URL ? undefined : variables.STT_MODEL
  return {
    apiKey: variables.STT_API_KEY ?? variables.OPENAI_API_KEY,
    model: variables.STT_MODEL,
    streamingModel: variables.STT_LIVE_MODEL ?? streamingDefault,
    ...service(baseUrl),
    timeoutMs,
  }
}

const ttsOptions = (variables: Values, timeoutMs: number): OpenAiSpeechOptions => ({
  apiKey: variables.TTS_API_KEY ?? variables.OPENAI_API_KEY,
  model: variables.TTS_MODEL,
  ...service(variables.TTS_BASE_URL ?? variables.OPENAI_BASE_URL),
  timeoutMs,
})

function service(
  baseUrl: string,
): Pick<OpenAiSpeechOptions, 'baseUrl' | 'name' | 'location' | 'listsVoices'> {
  const { hostname } = new URL(baseUrl)
  return {
    baseUrl,
    name: baseUrl === VENDOR_BASE_URL ? 'OpenAI' : hostname,
    listsVoices: baseUrl !== VENDOR_BASE_URL,
    location: isLoopbackHost(hostname) ? 'server' : 'vendor',
  }
}

const isConfigured = ({ apiKey, baseUrl }: OpenAiSpeechOptions) =>
  apiKey !== undefined || baseUrl !== VENDOR_BASE_URL
