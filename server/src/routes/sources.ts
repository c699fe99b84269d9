import { getSourceText } from '@vee/contract/http/sources'
import type { Sources } from '#domain/sources/index.ts'
import { json, route, type Route } from '#serving/route.ts'

export const sourceRoutes = (sources: Pick<Sources, 'read'>): readonly Route[] => [
  route(getSourceText, async ({ params, caller }) =>
    json(await sources.read(params.replyId, params.id, caller)),
  ),
]
