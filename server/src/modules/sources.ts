import { createSources, type Sources } from '#domain/sources/index.ts'
import { createSealedText } from '../adapters/sealed-text.ts'
import { sealKey } from '../start/secrets.ts'
import type { Module, ModuleContext } from './module.ts'
import { createKnowledge, type Knowledge } from '#domain/knowledge/index.ts'
import type { Counters } from '#domain/money/quotas/counters.ts'
import { KNOWLEDGE_WORKER } from '#lib/project-files.ts'
import { createKnowledgeIndex } from '../adapters/knowledge-index/knowledge-index.ts'
import { sourceRoutes } from '../routes/sources.ts'
import type { Storage } from './storage.ts'

/** Interval in ms for purging sources of conversations that are not stored here: they are readable for weeks. */
const PURGE_SOURCES_MS = 6 * 3_600_000

/** The purpose of the key for the texts of sources. */
const SOURCE_SEAL = 'reply sources'

/** Creates the sources of replies. */
export function createSourcesModule({
  settings,
  database,
  now,
}: ModuleContext): Module<{ readonly sources: Sources }> {
  const seal = createSealedText(() => sealKey(settings.sealKey, settings.dataDir), SOURCE_SEAL)
  const sources = createSources({ database, seal, now })
  return {
    services: { sources },
    jobs: [
      {
        name: 'purge-sources',
        everyMs: PURGE_SOURCES_MS,
        runsOn: 'one-server',
        deletesByAge: true,
        run: () => sources.purge(),
      },
    ],
  }
}

interface KnowledgeDependencies {
  readonly counters: Counters
  readonly sources: Sources
  readonly storage: Storage
}

/** Creates the search in everything that a member may see. */
export function createKnowledgeModule(
  { database, now }: ModuleContext,
  { counters, sources, storage }: KnowledgeDependencies,
): Module<{ readonly knowledge: Knowledge }> {
  const index = createKnowledgeIndex(KNOWLEDGE_WORKER)
  const files = storage.openSealedFiles('attachments')
  const knowledge = createKnowledge({ database, index, files, counters, now })
  return { services: { knowledge }, routes: sourceRoutes(sources, knowledge), close: () => index.close() }
}
