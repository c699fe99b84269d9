import { setTimeout as delay } from 'node:timers/promises'
import type { Span } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance } from 'fastify'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Milestone, StageOutcome, StageObserver } from './stages.ts'

export interface Traces {
  readonly observer: StageObserver
  /** Sends the pending spans, as far as the collector accepts them within two seconds. */
  close(): Promise<void>
}

/** A stopping server has waited up to 8 s for its replies by then, and is killed after 15 s. */
const LAST_EXPORT_MS = 2_000

/** The value of ExportResultCode.SUCCESS, whose package is not a direct dependency. */
const EXPORT_SUCCESS = 0

/**
 * Returns an exporter that logs once when the collector starts to reject spans, and once when it accepts them
 * again.
 */
function logged(exporter: SpanExporter, log: FastifyInstance['log']): SpanExporter {
  let isTaken = true
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const wasTaken = isTaken
        const code: number = result.code
        isTaken = code === EXPORT_SUCCESS
        if (wasTaken && !isTaken) log.warn('The collector takes no traces.')
        if (!wasTaken && isTaken) log.info('The collector takes traces again.')
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

/**
 * Sends spans of requests, spoken turns and provider calls to a collector by OTLP over HTTP. They contain
 * names of routes, providers and models, times and outcomes; never a requested URL, nor any spoken, typed or
 * generated text.
 */
export async function traceTo(endpoint: string, server: FastifyInstance): Promise<Traces> {
  const { context, SpanStatusCode, trace } = await import('@opentelemetry/api')
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'vee', 'service.version': packageJson.version }),
    spanProcessors: [
      new BatchSpanProcessor(
        logged(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5_000 }), server.log),
      ),
    ],
  })
  provider.register()
  const tracer = provider.getTracer('vee')

  const close = (span: Span, outcome: StageOutcome) => {
    span.setAttribute('vee.outcome', outcome)
    if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

  server.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const span = tracer.startSpan(`${request.method} ${route}`, {
      root: true,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'vee.request_id': request.id,
      },
    })
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.raw.statusCode)
      close(span, reply.raw.statusCode >= 500 ? 'failed' : reply.raw.writableFinished ? 'done' : 'cut')
    })
    context.with(trace.setSpan(context.active(), span), done)
  })

  return {
    observer: {
      begin(stage, { provider: vendor, model }) {
        const span = tracer.startSpan(stage, {
          // A turn is a separate trace, because its socket may stay open for hours.
          root: stage === 'turn' || stage === 'typed-turn',
          attributes: {
            ...(vendor !== undefined && { 'gen_ai.provider.name': vendor }),
            ...(model !== undefined && { 'gen_ai.request.model': model }),
          },
        })
        const seen = new Set<Milestone>()
        let isOver = false
        return {
          onSpeechEnd: () => void span.addEvent('said'),
          reached(milestone) {
            if (!seen.has(milestone)) span.addEvent(milestone)
            seen.add(milestone)
          },
          end(outcome) {
            if (!isOver) close(span, outcome)
            isOver = true
          },
          within: (work) => context.with(trace.setSpan(context.active(), span), work),
        }
      },
    },
    async close() {
      const sent = provider.shutdown().catch(() => undefined)
      await Promise.race([sent, delay(LAST_EXPORT_MS, undefined, { ref: false })])
      trace.disable()
      context.disable()
    },
  }
}
