import type { LlmProvider } from '../llm/llm.ts'
import { createLocalServer, type LocalServerOptions } from '../wire/local-server.ts'

export const OLLAMA_URL = 'http://127.0.0.1:11434'

/**
 * Returns a provider for Ollama, which lists installed models and implements OpenAI's protocol under `/v1`.
 */
export function createOllama(options: LocalServerOptions): LlmProvider {
  return createLocalServer(
    {
      id: 'ollama',
      name: 'Ollama',
      listPath: '/api/tags',
      hint: 'Start Ollama and fetch a model, for example with: ollama pull llama3.2',
    },
    options,
  )
}
