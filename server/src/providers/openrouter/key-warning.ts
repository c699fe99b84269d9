import { DAY_MS } from '@vee/contract/time/durations'
import type { KeyWarning } from '@vee/contract/entities/model-endpoint'
import { z } from 'zod'
import { request } from '#lib/http-client.ts'

const TIMEOUT_MS = 5_000
/** Share of a key's credit below which it is about to be used up. */
const LOW_SHARE = 0.1
/** Time before a key expires in which its host is warned, in ms. */
const EXPIRING_MS = 7 * DAY_MS

/** `GET /key` of OpenRouter: null limits are no limits. */
const keyInfo = z.object({
  data: z.object({
    limit: z.number().nullish(),
    limit_remaining: z.number().nullish(),
    expires_at: z.iso.datetime({ offset: true }).nullish(),
  }),
})

/** Returns whether an OpenRouter key is about to expire or has little credit left; undefined: neither, or not known. */
export async function openRouterKeyWarning(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string | undefined },
  now: number,
): Promise<KeyWarning | undefined> {
  if (apiKey === undefined) return undefined
  const response = await request(`${baseUrl}/key`, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (response.statusCode !== 200) {
    await response.body.dump()
    return undefined
  }
  const { data: info } = keyInfo.safeParse(await response.body.json())
  if (!info) return undefined
  const { limit, limit_remaining: left, expires_at: expiresAt } = info.data
  if (expiresAt && Date.parse(expiresAt) - now < EXPIRING_MS)
    return { kind: 'expiring', since: new Date(expiresAt).toISOString() }
  if (limit && typeof left === 'number' && left < limit * LOW_SHARE)
    return { kind: 'low-credit', since: new Date(now).toISOString() }
  return undefined
}
