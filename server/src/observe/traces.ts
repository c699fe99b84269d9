import type { Span } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Milestone, Outcome, StageObserver } from './stages.ts'

export interface Traces {
  readonly observer: StageObserver
  /** Sends what is not sent yet. */
  close(): Promise<void>
}

/**
 * Spans of requests, spoken turns and uses of vendors, sent to a collector by OTLP over HTTP. They hold names of routes,
 * vendors and models, times and outcomes; never an address that was asked, nor anything said, typed or answered.
 */
export async function traceTo(endpoint: string, server: FastifyInstance): Promise<Traces> {
  const { context, SpanStatusCode, trace } = await import('@opentelemetry/api')
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'vee', 'service.version': packageJson.version }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5_000 })),
    ],
  })
  provider.register()
  const tracer = provider.getTracer('vee')

  const close = (span: Span, outcome: Outcome) => {
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
          // A turn is a trace of its own: its socket may last for hours.
          root: stage === 'turn' || stage === 'typed-turn',
          attributes: {
            ...(vendor !== undefined && { 'gen_ai.provider.name': vendor }),
            ...(model !== undefined && { 'gen_ai.request.model': model }),
          },
        })
        const seen = new Set<Milestone>()
        let isOver = false
        return {
          said: () => void span.addEvent('said'),
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
      await provider.shutdown().catch(() => undefined)
      trace.disable()
      context.disable()
    },
  }
}
