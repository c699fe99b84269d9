import { getPrompt } from '@vee/contract/http/agents'
import type { AgentCatalogue } from '#domain/agents/index.ts'
import { json, route } from '../route.ts'

export const getPromptRoute = (catalogue: AgentCatalogue) =>
  route(getPrompt, async ({ params, caller }) => json(await catalogue.promptOf(params.id, caller)))
