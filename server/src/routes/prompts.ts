import {
  createSavedPrompt,
  deleteSavedPrompt,
  listSavedPrompts,
  updateSavedPrompt,
} from '@vee/contract/http/teams/prompts'
import type { Prompts } from '#domain/agents/prompts/index.ts'
import { empty, json, route, type Route } from '#serving/route.ts'

export const promptRoutes = (prompts: Prompts): readonly Route[] => [
  route(listSavedPrompts, async ({ caller }) => json({ prompts: await prompts.list(caller) })),
  route(createSavedPrompt, async ({ body, caller }) => json(await prompts.create(body, caller), 201)),
  route(updateSavedPrompt, async ({ params, body, caller }) =>
    json(await prompts.update(params.id, body, caller)),
  ),
  route(deleteSavedPrompt, async ({ params, caller }) => {
    await prompts.remove(params.id, caller)
    return empty()
  }),
]
