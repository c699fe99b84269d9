import { getReady } from '@vee/contract/http/system'
import { json, route } from '../route.ts'

export interface Readiness {
  /** true from the moment the server was told to stop */
  isStopping(): boolean
  isDatabaseUp(): Promise<boolean>
}

export const getReadyRoute = (readiness: Readiness) =>
  route(getReady, async () => {
    const isDatabaseUp = await readiness.isDatabaseUp()
    const isReady = isDatabaseUp && !readiness.isStopping()
    return json(
      {
        status: isReady ? ('ready' as const) : ('unavailable' as const),
        checks: {
          database: isDatabaseUp ? ('ok' as const) : ('failed' as const),
          // The cache is this process's own memory.
          cache: 'ok' as const,
        },
      },
      isReady ? 200 : 503,
    )
  })
