import packageJson from '../../package.json' with { type: 'json' }
import { databaseProbe } from '#db/queries/health.ts'
import type { Database } from '#db/schema.ts'
import { readNotice } from '#domain/host/index.ts'
import { createLlmStatus } from '#domain/system/index.ts'
import type { LlmRegistry } from '#providers/registry.ts'
import type { Speech } from '#domain/speech/index.ts'
import type { Metrics } from '../plugins/metrics.ts'
import { getHealthRoute } from '../routes/system/get-health.ts'
import { getMetricsRoute } from '../routes/system/get-metrics.ts'
import { getReadyRoute } from '../routes/system/get-ready.ts'
import { llmStatusRoute } from '../routes/system/llm-status.ts'
import { speechStatusRoute } from '../routes/system/speech-status.ts'
import type { Route } from '../routes/route.ts'

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
  return [
    getMetricsRoute(metrics),
    getHealthRoute(packageJson.version),
    getReadyRoute({ isStopping, isDatabaseUp: databaseProbe(database), isCacheUp }),
    speechStatusRoute(parts.speech),
    llmStatusRoute(
      createLlmStatus({
        availability: () => models.availability(),
        canTranscribe: () => parts.speech.canTranscribe(),
        notice: () => readNotice(database),
        builtInId: builtinResponder.id,
        now,
      }),
    ),
  ]
}
