import { getReady } from '@vee/contract/http/system'
import { json, route } from '../route.ts'

export interface Readiness {
  /** true from the moment the server was told to stop */
  isStopping(): boolean
  isDatabaseUp(): Promise<boolean>
  /** of Redis; without one the database counts, and without its answer too: the server can still take requests */
  isCacheUp(): Promise<boolean>
}

export const getReadyRoute = (readiness: Readiness) =>
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
  })
