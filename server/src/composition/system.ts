import packageJson from '../../package.json' with { type: 'json' }
import { databaseProbe } from '#db/queries/health.ts'
import type { Database } from '#db/schema.ts'
import { readNotice } from '#domain/host/index.ts'
import { createLlmStatus } from '#domain/system/index.ts'
import type { LlmRegistry } from '#providers/registry.ts'
import type { Speech } from '#domain/speech/index.ts'
import type { Metrics } from '../plugins/metrics.ts'
import { systemRoutes } from '../routes/system.ts'
import type { Route } from '../http/route.ts'

interface Host {
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface SystemParts {
  readonly models: LlmRegistry
  readonly speech: Pick<Speech, 'canTranscribe' | 'status'>
  readonly builtinResponder: { readonly id: string }
  readonly isStopping: () => boolean
  readonly metrics: Metrics
  readonly isCacheUp: () => Promise<boolean>
}

/** Creates the module for information about the server. */
export function createSystemModule({ database, now }: Host, parts: SystemParts): readonly Route[] {
  const { models, builtinResponder, isStopping, isCacheUp, metrics } = parts
  return systemRoutes({
    version: packageJson.version,
    metrics,
    readiness: { isStopping, isDatabaseUp: databaseProbe(database), isCacheUp },
    speech: parts.speech,
    llmStatus: createLlmStatus({
      availability: () => models.availability(),
      canTranscribe: () => parts.speech.canTranscribe(),
      notice: () => readNotice(database),
      builtInId: builtinResponder.id,
      now,
    }),
  })
}
