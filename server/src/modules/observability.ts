import { DAY_MS } from '@vee/contract/time/durations'
import type { FastifyInstance } from 'fastify'
import { runningUses, usesSince } from '#db/queries/metrics.ts'
import { onBackgroundFailure } from '#lib/background.ts'
import { onTurnDecision } from '#lib/turn-decisions.ts'
import { slowTurns } from '../observe/slow-turns.ts'
import { observers, type StageObserver } from '../observe/stages.ts'
import { traceTo } from '../observe/traces.ts'
import { measure, type Metrics } from '#serving/logs/metrics.ts'
import type { LogStream } from '#serving/http-server.ts'
import type { Module, ModuleContext } from './module.ts'

interface ObservabilityServices {
  readonly metrics: Metrics
  /** undefined if neither metrics nor traces are enabled */
  readonly observer: StageObserver | undefined
}

/** Creates observability for the host: metrics, traces, and logs of slow turns, of decisions in turns, and of background failures. */
export async function createObservabilityModule(
  { settings, database, log, now }: ModuleContext,
  server: FastifyInstance,
  logStream: LogStream,
): Promise<Module<ObservabilityServices>> {
  const { metricsToken, otlpEndpoint, slowTurnMs } = settings
  const stopLogging = onBackgroundFailure(({ task, error }) =>
    log.error({ err: error, task }, 'background work failed'),
  )
  const stopTracing =
    settings.logLevel === 'debug' || settings.logLevel === 'trace'
      ? onTurnDecision((decision) => log.debug(decision, 'turn decision'))
      : () => {}
  const traces = otlpEndpoint === undefined ? undefined : await traceTo(otlpEndpoint, server)
  const metrics = await measure(server, metricsToken, {
    running: () => runningUses(database, now()),
    droppedLines: () => logStream.droppedLines ?? 0,
    today: () => usesSince(database, now() - (now() % DAY_MS)),
  })
  const wanted = [
    metrics.stages,
    traces?.observer,
    slowTurnMs > 0 ? slowTurns(log, slowTurnMs) : undefined,
  ].filter((observer) => observer !== undefined)
  return {
    services: { metrics, observer: wanted.length > 0 ? observers(wanted) : undefined },
    async close() {
      await traces?.close()
      metrics.close()
      stopLogging()
      stopTracing()
    },
  }
}
