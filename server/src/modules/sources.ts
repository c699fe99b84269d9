import { createSources, type Sources } from '#domain/sources/index.ts'
import { createSealedText } from '../adapters/sealed-text.ts'
import { sealKey } from '../start/secrets.ts'
import type { Module, ModuleContext } from './module.ts'
import {
  createEmbeddingSettings,
  createIndexUpdater,
  createKnowledge,
  createKnowledgeBases,
  createKnowledgeIngestion,
  createKnowledgeVectors,
  documentReader,
  type Knowledge,
  type KnowledgeBases,
} from '#domain/knowledge/index.ts'
import type { Ledger } from '#domain/money/ledger/index.ts'
import type { HostAdmins } from '#domain/host/index.ts'
import type { ChangeEventRelay } from '#domain/organizations/index.ts'
import { ToolFailure } from '#domain/tools/index.ts'
import { inBackground } from '#lib/background.ts'
import { createLocalEmbedding } from '#providers/embedding/local/index.ts'
import { createPageReader } from '../adapters/page-reader/index.ts'
import type { Counters } from '#domain/money/rate-limits/counters.ts'
import { EMBEDDING_WORKER, KNOWLEDGE_WORKER, PAGE_WORKER } from '#lib/project-files.ts'
import { PURGE_MS, REFRESH_MS } from './periods.ts'
import { purgeLogger } from './purge-log.ts'
import { createKnowledgeIndex } from '../adapters/knowledge-index/worker-index.ts'
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
  readonly ledger: Pick<Ledger, 'reserve'>
  readonly admins: HostAdmins
  /** publishes changes to the other servers; undefined for a single server */
  readonly changeEventRelay: ChangeEventRelay | undefined
}

/** The purpose of the key that seals the key of the endpoint that embeds. */
const EMBEDDING_SEAL = 'vee embedding'
/** The topic of changes of that endpoint. */
const EMBEDDING_CHANGED = 'host:embedding'
/** The purpose of the key for the vectors of passages. */
const VECTOR_SEAL = 'knowledge vectors'
/** Interval in ms for embedding what a search could not finish, as after a crash. */
const EMBED_MS = 60_000
/** Intervals in ms for reading files of knowledge whose text has arrived, and pages that are due. */
const READ_FILES_MS = 3_000
const READ_PAGES_MS = 60_000

/** Creates the search in everything that a member may see, and the files and pages that they give agents to search. */
export async function createKnowledgeModule(
  { settings, database, log, now }: ModuleContext,
  { counters, sources, storage, ledger, admins, changeEventRelay }: KnowledgeDependencies,
): Promise<Module<{ readonly knowledge: Knowledge; readonly knowledgeBases: KnowledgeBases }>> {
  const index = createKnowledgeIndex(KNOWLEDGE_WORKER)
  const files = storage.openSealedFiles('attachments')
  const texts = storage.openSealedFiles('knowledge')
  const readDocument = documentReader({ database, files, knowledgeTexts: texts })
  const updater = createIndexUpdater({ database, index, readDocument })
  const variables = settings.embedding
  const embedding = createEmbeddingSettings({
    database,
    configured: variables,
    local: createLocalEmbedding({
      catalogue: variables.EMBEDDING_CATALOGUE,
      dataDir: settings.dataDir,
      hub: settings.speech.MODEL_HUB_URL,
      workerProgram: EMBEDDING_WORKER,
    }),
    seal: createSealedText(() => sealKey(settings.sealKey, settings.dataDir), EMBEDDING_SEAL),
    admins,
    onChange: () => changeEventRelay?.emit(EMBEDDING_CHANGED),
    now,
  })
  await embedding.refresh()
  changeEventRelay?.listen((topic) => {
    if (topic === EMBEDDING_CHANGED) inBackground('embedding endpoint refreshed', embedding.refresh())
  })
  const vectors = createKnowledgeVectors({
    database,
    index,
    updater,
    currentEmbedder: () => embedding.embedder(),
    ledger,
    seal: createSealedText(() => sealKey(settings.sealKey, settings.dataDir), VECTOR_SEAL),
    onFailure: (failure) => log.warn({ err: failure }, 'passages or a question could not be embedded'),
    now,
  })
  const knowledge = createKnowledge({ database, index, updater, vectors, counters, now })
  const reader = createKnowledgeIngestion({
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
    routes: sourceRoutes({ sources, knowledge, bases, embedding }),
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
        name: 'refresh-embedding',
        everyMs: REFRESH_MS,
        runsOn: 'every-server',
        run: () => embedding.refresh(),
      },
      {
        name: 'embed-knowledge',
        everyMs: EMBED_MS,
        runsOn: 'one-server',
        run: (signal) => vectors.embedDue(signal),
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
      await vectors.stop()
      await index.close()
    },
  }
}
