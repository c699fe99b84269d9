import { getMetrics } from '@vee/contract/http/metrics'
import { bytes, route } from '../route.ts'

interface ReadableMetrics {
  read(token: string | undefined): Promise<string>
}

export const getMetricsRoute = (metrics: ReadableMetrics) =>
  route(getMetrics, async ({ token }) =>
    bytes(once(await metrics.read(token)), { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
  )

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
