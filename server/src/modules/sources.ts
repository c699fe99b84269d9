import { createSources, type Sources } from '#domain/sources/index.ts'
import { createSealedText } from '../adapters/sealed-text.ts'
import { sourceRoutes } from '../routes/sources.ts'
import { sealKey } from '../start/secrets.ts'
import type { Module, ModuleContext } from './module.ts'

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
    routes: sourceRoutes(sources),
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
