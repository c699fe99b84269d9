import type { EndpointFields } from './endpoint-draft.ts'
import type { ModelEndpointDraft } from '@vee/contract/entities/model-endpoint'

interface EndpointPreset extends Pick<ModelEndpointDraft, 'name' | 'protocol' | 'baseUrl'> {
  readonly transcriptionModel?: string
  readonly speechModel?: string
}

/** Addresses from the vendors' documentation, and the usual ports of self-hosted servers. */
export const ENDPOINT_PRESETS: readonly EndpointPreset[] = [
  {
    name: 'OpenAI',
    protocol: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    transcriptionModel: 'gpt-4o-mini-transcribe',
    speechModel: 'gpt-4o-mini-tts',
  },
  { name: 'Anthropic', protocol: 'anthropic', baseUrl: 'https://api.anthropic.com' },
  {
    name: 'Google Gemini',
    protocol: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com',
  },
  { name: 'Azure OpenAI', protocol: 'azure', baseUrl: 'https://resource-name.openai.azure.com' },
  {
    name: 'Amazon Bedrock',
    protocol: 'bedrock',
    baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
  },
  { name: 'Mistral', protocol: 'openai', baseUrl: 'https://api.mistral.ai/v1' },
  {
    name: 'Groq',
    protocol: 'openai',
    baseUrl: 'https://api.groq.com/openai/v1',
    transcriptionModel: 'whisper-large-v3-turbo',
  },
  { name: 'OpenRouter', protocol: 'openai', baseUrl: 'https://openrouter.ai/api/v1' },
  { name: 'Ollama', protocol: 'openai', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', protocol: 'openai', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'vLLM', protocol: 'openai', baseUrl: 'http://127.0.0.1:8000/v1' },
  { name: 'LiteLLM', protocol: 'openai', baseUrl: 'http://127.0.0.1:4000/v1' },
]

/** Returns the fields that the preset of a vendor fills. */
export function fieldsOfVendor(vendor: string | undefined): Partial<EndpointFields> | undefined {
  const preset = ENDPOINT_PRESETS.find(({ name }) => name === vendor)
  if (!preset) return undefined
  const { transcriptionModel = '', speechModel = '', ...rest } = preset
  return { ...rest, transcriptionModel, speechModel }
}
