import { getReady } from '@vee/contract/http/system'
import { json, route } from '../route.ts'

export interface Readiness {
  /** true after the server received the signal to stop */
  isStopping(): boolean
  isDatabaseUp(): Promise<boolean>
  /** whether Redis responds; without Redis, whether the database does. Not required for readiness */
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
