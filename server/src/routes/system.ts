import { getMetrics } from '@vee/contract/http/metrics'
import { getHealth, getLlmStatus, getReady, getSpeechStatus, type LlmStatus } from '@vee/contract/http/system'
import type { Speech } from '#domain/voice/speech/index.ts'
import { bytes, json, route, type Route } from '../http/route.ts'

interface ReadableMetrics {
  read(token: string | undefined): Promise<string>
}

interface Readiness {
  /** true after the server received the signal to stop */
  isStopping(): boolean
  isDatabaseUp(): Promise<boolean>
  /** whether Redis responds; without Redis, whether the database does. Not required for readiness */
  isCacheUp(): Promise<boolean>
}

interface SystemServices {
  readonly version: string
  readonly metrics: ReadableMetrics
  readonly readiness: Readiness
  readonly speech: Pick<Speech, 'status'>
  readonly llmStatus: () => Promise<LlmStatus>
}

export const systemRoutes = ({
  version,
  metrics,
  readiness,
  speech,
  llmStatus,
}: SystemServices): readonly Route[] => [
  route(getHealth, () =>
    json({ status: 'ok' as const, version, uptimeSeconds: Math.floor(process.uptime()) }),
  ),
  route(getMetrics, async ({ token }) =>
    bytes(await metrics.read(token), { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
  ),
  route(getReady, async () => {
    const [isDatabaseUp, isCacheUp] = await Promise.all([readiness.isDatabaseUp(), readiness.isCacheUp()])
    const isReady = isDatabaseUp && !readiness.isStopping()
    return json(
      {
        status: isReady ? ('ready' as const) : ('unavailable' as const),
        checks: {
          database: isDatabaseUp ? ('ok' as const) : ('failed' as const),
          cache: isCacheUp ? ('ok' as const) : ('failed' as const),
        },
      },
      isReady ? 200 : 503,
    )
  }),
  route(getLlmStatus, async () => json(await llmStatus())),
  route(getSpeechStatus, async ({ query }) => json(await speech.status(query.language))),
]
