import { getMetrics } from '@vee/contract/http/metrics'
import {
  getHealth,
  getLlmStatus,
  getReady,
  getSearchStatus,
  getSpeechStatus,
  getTurnModel,
  type LlmStatus,
  type SearchStatus,
} from '@vee/contract/http/system'
import { DomainError } from '#domain/errors/domain-error.ts'
import type { Speech } from '#domain/voice/speech/index.ts'
import { bytes, json, route, type Route } from '#serving/route.ts'

interface ReadableMetrics {
  read(token: string | undefined): Promise<string>
}

interface Readiness {
  /** true after the server received the signal to stop */
  isStopping(): boolean
  isDatabaseUp(): Promise<boolean>
  /** whether Redis responds; without Redis, whether the database does. Not required for readiness */
  isCacheUp(): Promise<boolean>
  /** returns why files cannot be stored, in one sentence; undefined if they can. Not required for readiness */
  storageTrouble(): Promise<string | undefined>
}

/** The file of the host's turn model; `version` changes with its content. */
interface ServedTurnModel {
  readonly content: Uint8Array
  readonly version: string
}

interface SystemRoutesDependencies {
  readonly version: string
  readonly metrics: ReadableMetrics
  readonly readiness: Readiness
  readonly speech: Pick<Speech, 'status'>
  readonly turnModel: ServedTurnModel | undefined
  readonly llmStatus: () => Promise<LlmStatus>
  readonly searchStatus: () => SearchStatus
}

export const systemRoutes = ({
  version,
  metrics,
  readiness,
  speech,
  turnModel,
  llmStatus,
  searchStatus,
}: SystemRoutesDependencies): readonly Route[] => [
  route(getHealth, () =>
    json({ status: 'ok' as const, version, uptimeSeconds: Math.floor(process.uptime()) }),
  ),
  route(getMetrics, async ({ token }) =>
    bytes(await metrics.read(token), { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
  ),
  route(getReady, async () => {
    const [isDatabaseUp, isCacheUp, trouble] = await Promise.all([
      readiness.isDatabaseUp(),
      readiness.isCacheUp(),
      readiness.storageTrouble(),
    ])
    const isReady = isDatabaseUp && !readiness.isStopping()
    return json(
      {
        status: isReady ? ('ready' as const) : ('unavailable' as const),
        checks: {
          database: isDatabaseUp ? ('ok' as const) : ('failed' as const),
          cache: isCacheUp ? ('ok' as const) : ('failed' as const),
          storage: trouble === undefined ? ('ok' as const) : ('failed' as const),
        },
        ...(trouble !== undefined && { reason: trouble }),
      },
      isReady ? 200 : 503,
    )
  }),
  route(getLlmStatus, async () => json(await llmStatus())),
  route(getSpeechStatus, async ({ query }) =>
    json({
      ...(await speech.status(query.language)),
      turnModel: turnModel ? { version: turnModel.version, bytes: turnModel.content.length } : null,
    }),
  ),
  route(getSearchStatus, () => json(searchStatus())),
  route(getTurnModel, ({ params }) => {
    if (params.version !== turnModel?.version)
      throw new DomainError('NOT_FOUND', 'There is no turn model of this version.')
    return bytes(turnModel.content, {
      'content-type': 'application/octet-stream',
      'content-length': String(turnModel.content.length),
      'cache-control': 'public, max-age=31536000, immutable',
    })
  }),
]
