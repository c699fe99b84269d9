import { getPrompt } from '@vee/contract/http/agents'
import type { AgentCatalogue } from '#domain/agents/index.ts'
import { json, route } from '../route.ts'

export const getPromptRoute = (catalogue: AgentCatalogue) =>
  route(getPrompt, ({ params, caller }) => json(catalogue.promptOf(params.id, caller)))
