import { getHost } from '@vee/contract/http/host'
import type { Host } from '#domain/host/index.ts'
import { json, route } from '../route.ts'

export const getHostRoute = (host: Host) =>
  route(getHost, async ({ caller }) => json(await host.overview(caller)))
