import { OPENAI_VARIABLES } from '../../settings/openai-variables.ts'
import { apiKey, trimmedText, variableNotes, webAddress } from '../../settings/variable-types.ts'

export const OPENAI_SPEECH_VARIABLES = {
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
