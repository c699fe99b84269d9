import { getHealth } from '@vee/contract/http/system'
import { json, route } from '../route.ts'

export const getHealthRoute = (version: string) =>
  route(getHealth, () =>
    json({ status: 'ok' as const, version, uptimeSeconds: Math.floor(process.uptime()) }),
  )
