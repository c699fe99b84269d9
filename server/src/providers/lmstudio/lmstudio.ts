import type { LlmProvider } from '../llm/llm.ts'
import { createLocalServer, type LocalServerOptions } from '../wire/local-server.ts'

export const LM_STUDIO_URL = 'http://127.0.0.1:1234'

export function createLmStudio(options: LocalServerOptions): LlmProvider {
  return createLocalServer(
    {
      id: 'lmstudio',
      name: 'LM Studio',
      listPath: '/v1/models',
      hint: 'Start the server in LM Studio (Developer, Start Server) and load a model.',
    },
    options,
  )
}
