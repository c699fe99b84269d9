import type { AgentCatalogue } from '#domain/agents/index.ts'
import type { Completions } from '#domain/openai/index.ts'
import type { Route } from '../route.ts'
import { getModelRoute } from './get-model.ts'
import { listModelsRoute } from './list-models.ts'
import { postCompletionRoute } from './post-completion.ts'

export const openaiRoutes = (completions: Completions, agents: AgentCatalogue): readonly Route[] => [
  postCompletionRoute(completions),
  listModelsRoute(agents),
  getModelRoute(agents),
]
