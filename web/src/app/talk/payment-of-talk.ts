import type { getSessionCost } from '@vee/contract/http/costs'
import type { getRateLimitStatus } from '@vee/contract/http/limits'
import type { ReplyPayment } from '#features/chat/index.ts'
import { loadLaterTexts, textsNow } from '#i18n/index.ts'
import { noteBudget, noteOwnKeyDue, ownKeyHeaders, useAllowance } from '#lib/allowance.ts'
import type { Api } from '#lib/api/index.ts'
import { readToken } from '#lib/auth-token.ts'
import { costStanding, isCostLimitReached, useCosts, type CostStanding } from '#lib/cost-limits.ts'
import { useSettings } from '#lib/settings/index.ts'
import type { ShellServices } from '../shell/shell-services.ts'

const AFTER_LOAD_MS = 1_000

/** What replies cost, and what they are paid with: the budget as it bends, the user's limits, their own keys. */
export function createPayment(api: Api, { notices }: ShellServices): ReplyPayment {
  let told: CostStanding = 'fine'

  async function tellStanding(): Promise<void> {
    const standing = costStanding(useCosts.getState().record, useSettings.getState().costLimit)
    if (standing === told) return
    told = standing
    if (standing === 'fine') return
    await loadLaterTexts()
    const t = textsNow('usage')
    const isNear = standing === 'near'
    notices.toast({
      type: isNear ? 'warning' : 'error',
      title: t(isNear ? 'limits.near' : 'limits.exceeded'),
      message: t(isNear ? 'limits.nearText' : 'limits.exceededText'),
    })
  }

  /** A visitor's demo replies (decision A047). */
  async function refreshDemo(): Promise<void> {
    if (readToken() !== undefined) return
    const demo = await api.json<typeof getRateLimitStatus>('GET', '/rate-limit/status').catch(() => undefined)
    if (demo) useAllowance.setState({ demo })
  }
  // The page itself comes first.
  globalThis.addEventListener('load', () => setTimeout(() => void refreshDemo(), AFTER_LOAD_MS))

  /** Nobody waits for this: a figure that could not be fetched comes with the next reply. */
  async function refresh(): Promise<void> {
    const record = await api.json<typeof getSessionCost>('GET', '/cost/session').catch(() => undefined)
    if (record) useCosts.setState({ record })
    await tellStanding()
  }

  return {
    headers: ownKeyHeaders,
    barred: () => (isCostLimitReached() ? 'COST_LIMIT_EXCEEDED' : undefined),
    mayPayInstead: ({ code, details }) =>
      code === 'ALLOWANCE_EXHAUSTED' && mentionsOwnKey(details) && noteOwnKeyDue(),
    told: noteBudget,
    paid: () => {
      void refresh()
      void refreshDemo()
    },
  }
}

const mentionsOwnKey = (details: unknown) =>
  new Map(Object.entries(Object(details))).get('mayUseOwnKey') === true
