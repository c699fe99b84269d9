import type { FastifyInstance } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import { databaseAnswers } from '#db/queries/health.ts'
import { runningUses, usesSince } from '#db/queries/figures.ts'
import type { Database } from '#db/schema.ts'
import { readNotice } from '#domain/host/index.ts'
import { createLlmStatus } from '#domain/system/index.ts'
import type { LlmRegistry } from '#providers/registry.ts'
import { measure } from '../plugins/metrics.ts'
import { getHealthRoute } from '../routes/system/get-health.ts'
import { getMetricsRoute } from '../routes/system/get-metrics.ts'
import { getReadyRoute } from '../routes/system/get-ready.ts'
import { llmStatusRoute } from '../routes/system/llm-status.ts'
import type { Route } from '../routes/route.ts'
import type { Settings } from '../settings.ts'

const DAY_MS = 86_400_000

interface Host {
  readonly settings: Settings
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface SystemParts {
  readonly models: LlmRegistry
  readonly builtinResponder: { readonly id: string }
  readonly isStopping: () => boolean
  readonly isCacheUp: () => Promise<boolean>
}

/** What tells of the server itself. */
export async function composeSystem(
  { settings, database, now }: Host,
  server: FastifyInstance,
  parts: SystemParts,
): Promise<readonly Route[]> {
  const { models, builtinResponder, isStopping, isCacheUp } = parts
  const metrics = await measure(server, settings.metricsToken, {
    running: () => runningUses(database, now()),
    today: () => usesSince(database, now() - (now() % DAY_MS)),
  })
  return [
    getMetricsRoute(metrics),
    getHealthRoute(packageJson.version),
    getReadyRoute({ isStopping, isDatabaseUp: () => databaseAnswers(database), isCacheUp }),
    llmStatusRoute(
      createLlmStatus({
        availability: () => models.availability(),
        notice: () => readNotice(database),
        builtInId: builtinResponder.id,
        now,
      }),
    ),
  ]
}
