import { searchKnowledge } from '@vee/contract/http/knowledge'
import type { Knowledge } from '#domain/knowledge/index.ts'
import { json, route, type Route } from '#serving/route.ts'

export const knowledgeRoutes = (knowledge: Pick<Knowledge, 'search'>): readonly Route[] => [
  route(searchKnowledge, async ({ query, caller }) => json(await knowledge.search(query, caller))),
]
