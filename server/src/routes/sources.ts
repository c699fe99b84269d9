import { searchKnowledge } from '@vee/contract/http/knowledge'
import { getSourceText } from '@vee/contract/http/sources'
import type { Knowledge } from '#domain/knowledge/index.ts'
import type { Sources } from '#domain/sources/index.ts'
import { json, route, type Route } from '#serving/route.ts'

export const sourceRoutes = (
  sources: Pick<Sources, 'read'>,
  knowledge: Pick<Knowledge, 'search'>,
): readonly Route[] => [
  route(getSourceText, async ({ params, caller }) =>
    json(await sources.read(params.replyId, params.id, caller)),
  ),
  route(searchKnowledge, async ({ query, caller }) => json(await knowledge.search(query, caller))),
]
