import {
  deleteHostEmbedding,
  getHostEmbedding,
  putHostEmbedding,
  startEmbeddingDownload,
  stopEmbeddingDownload,
  testHostEmbedding,
} from '@vee/contract/http/embedding'
import { searchKnowledge } from '@vee/contract/http/knowledge'
import {
  addKnowledgeFile,
  createKnowledgeBase,
  deleteKnowledgeBase,
  deleteKnowledgeFile,
  listKnowledgeBases,
  listKnowledgeFiles,
  patchKnowledgeBase,
} from '@vee/contract/http/knowledge-bases'
import { getSourceText } from '@vee/contract/http/sources'
import type { EmbeddingSettings, Knowledge, KnowledgeBases } from '#domain/knowledge/index.ts'
import type { Sources } from '#domain/sources/index.ts'
import { created, empty, json, route, type Route } from '#serving/route.ts'

interface SourceServices {
  readonly sources: Pick<Sources, 'read'>
  readonly knowledge: Pick<Knowledge, 'search'>
  readonly bases: KnowledgeBases
  readonly embedding: EmbeddingSettings
}

export const sourceRoutes = ({ sources, knowledge, bases, embedding }: SourceServices): readonly Route[] => [
  route(getSourceText, async ({ params, caller }) =>
    json(await sources.read(params.replyId, params.id, caller)),
  ),
  route(searchKnowledge, async ({ query, caller }) => json(await knowledge.search(query, caller))),
  route(listKnowledgeBases, async ({ query, caller }) => json(await bases.list(query, caller))),
  route(createKnowledgeBase, async ({ body, caller }) => {
    const base = await bases.create(body, caller)
    return created(base, `/api/knowledge/${base.id}`)
  }),
  route(patchKnowledgeBase, async ({ params, body, caller }) =>
    json(await bases.rename(params.id, body.name, caller)),
  ),
  route(deleteKnowledgeBase, async ({ params, caller }) => {
    await bases.delete(params.id, caller)
    return empty()
  }),
  route(listKnowledgeFiles, async ({ params, caller }) =>
    json({ items: await bases.listFiles(params.id, caller) }),
  ),
  route(addKnowledgeFile, async ({ params, body, caller }) => {
    const file = await bases.addFile(params.id, body, caller)
    return created(file, `/api/knowledge/${params.id}/files/${file.id}`)
  }),
  route(deleteKnowledgeFile, async ({ params, caller }) => {
    await bases.deleteFile(params.id, params.fileId, caller)
    return empty()
  }),
  route(getHostEmbedding, async ({ caller }) => json(await embedding.get(caller))),
  route(putHostEmbedding, async ({ body, caller }) => json(await embedding.put(body, caller))),
  route(deleteHostEmbedding, async ({ caller }) => {
    await embedding.remove(caller)
    return empty()
  }),
  route(startEmbeddingDownload, async ({ caller }) => json(await embedding.startDownload(caller))),
  route(stopEmbeddingDownload, async ({ caller }) => json(await embedding.stopDownload(caller))),
  route(testHostEmbedding, async ({ body, caller, signal }) =>
    json(await embedding.test(body, caller, signal)),
  ),
]
