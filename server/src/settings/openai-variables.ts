import { apiKey, variableNotes, webAddress } from './variable-types.ts'

/** Variables shared by models and speech with OpenAI's API. */
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
