import { createSources, type Sources } from '#domain/sources/index.ts'
import { createSealedText } from '../adapters/sealed-text.ts'
import { sealKey } from '../start/secrets.ts'
import type { Module, ModuleContext } from './module.ts'
import {
  createKnowledge,
  createKnowledgeBases,
  createKnowledgeReader,
  documentReader,
  type Knowledge,
  type KnowledgeBases,
} from '#domain/knowledge/index.ts'
import { ToolFailure } from '#domain/tools/index.ts'
import { inBackground } from '#lib/background.ts'
import { createPageReader } from '../adapters/page-reader/index.ts'
import type { Counters } from '#domain/money/quotas/counters.ts'
import { KNOWLEDGE_WORKER, PAGE_WORKER } from '#lib/project-files.ts'
import { PURGE_MS } from './periods.ts'
import { purgeLogger } from './purge-log.ts'
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

/** Intervals in ms for reading files of knowledge whose text has arrived, and pages that are due. */
const READ_FILES_MS = 3_000
const READ_PAGES_MS = 60_000

/** Creates the search in everything that a member may see, and the files and pages that they give agents to search. */
export function createKnowledgeModule(
  { settings, database, log, now }: ModuleContext,
  { counters, sources, storage }: KnowledgeDependencies,
): Module<{ readonly knowledge: Knowledge; readonly knowledgeBases: KnowledgeBases }> {
  const index = createKnowledgeIndex(KNOWLEDGE_WORKER)
  const files = storage.openSealedFiles('attachments')
  const texts = storage.openSealedFiles('knowledge')
  const knowledge = createKnowledge({
    database,
    index,
    readDocument: documentReader({ database, files, knowledgeTexts: texts }),
    counters,
    now,
  })
  const reader = createKnowledgeReader({
    database,
    texts,
    attachments: files,
    readPage: createPageReader(PAGE_WORKER, { networks: settings.allowedPrivateNetworks }),
    isReadable: (error) => error instanceof ToolFailure,
    now,
  })
  const logPurged = purgeLogger(log, 'knowledge')
  const stopped = new AbortController()
  const bases = createKnowledgeBases({
    database,
    now,
    onFile: (kind) => inBackground('knowledge read', reader.readDue(kind, stopped.signal)),
    texts,
  })
  return {
    services: { knowledge, knowledgeBases: bases },
    routes: sourceRoutes(sources, knowledge, bases),
    jobs: [
      {
        name: 'read-knowledge-files',
        everyMs: READ_FILES_MS,
        runsOn: 'one-server',
        run: (signal) => reader.readDue('files', signal),
      },
      {
        name: 'read-knowledge-pages',
        everyMs: READ_PAGES_MS,
        runsOn: 'one-server',
        run: (signal) => reader.readDue('pages', signal),
      },
      {
        name: 'purge-knowledge',
        everyMs: PURGE_MS,
        runsOn: storage.purgeRunsOn,
        deletesByAge: true,
        run: async (signal) => logPurged(await reader.purge(signal)),
      },
    ],
    async close() {
      stopped.abort()
      await index.close()
    },
  }
}
