import type { FastifyInstance } from 'fastify'
import { runningUses, usesSince } from '#db/queries/metrics.ts'
import type { Database } from '#db/schema.ts'
import { onBackgroundFailure } from '../background.ts'
import { slowTurns } from '../observe/slow-turns.ts'
import { observers, type StageObserver } from '../observe/stages.ts'
import { traceTo } from '../observe/traces.ts'
import { measure, type Metrics } from '../plugins/metrics.ts'
import type { ServerSettings } from '../settings.ts'

const DAY_MS = 86_400_000

interface Host {
  readonly settings: ServerSettings
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface Observation {
  readonly metrics: Metrics
  /** undefined if neither metrics nor traces are enabled */
  readonly observer: StageObserver | undefined
}

/** Creates observability for the host: metrics, traces, and logs of slow turns. */
export async function createObservabilityModule(
  { settings, database, now }: Host,
  server: FastifyInstance,
): Promise<Observation> {
  const { metricsToken, otlpEndpoint, slowTurnMs } = settings
  const stop = onBackgroundFailure(({ task, error }) =>
    server.log.error({ err: error, task }, 'background work failed'),
  )
  server.addHook('onClose', async () => stop())
  const traces = otlpEndpoint === undefined ? undefined : await traceTo(otlpEndpoint, server)
  if (traces) server.addHook('onClose', () => traces.close())
  const metrics = await measure(server, metricsToken, {
    running: () => runningUses(database, now()),
    today: () => usesSince(database, now() - (now() % DAY_MS)),
  })
  const wanted = [
    metrics.stages,
    traces?.observer,
    slowTurnMs > 0 ? slowTurns(server.log, slowTurnMs) : undefined,
  ].filter((observer) => observer !== undefined)
  return { metrics, observer: wanted.length > 0 ? observers(wanted) : undefined }
}
