import { apiKey, onOff, variableNotes, webAddress } from '#lib/variable-types.ts'

// Variables that models and speech share.

export const OPENAI_VARIABLES = {
  OPENAI_API_KEY: apiKey.optional().register(variableNotes, {
    meaning: 'Key for OpenAI, or for the server at OPENAI_BASE_URL',
    example: 'sk-…',
    secret: true,
  }),
  OPENAI_BASE_URL: webAddress.default('https://api.openai.com/v1').register(variableNotes, {
    meaning: 'Any server that speaks the OpenAI protocol, with its /v1',
    example: 'http://localhost:8000/v1',
  }),
}

export const LOCAL_PROVIDERS_VARIABLE = {
  LOCAL_PROVIDERS: onOff.default('on').register(variableNotes, {
    meaning: 'Look for Ollama, LM Studio and servers of speech on this machine',
    example: 'off',
  }),
}
