import type { getSessionCost } from '@vee/contract/http/costs'
import type { getRateLimitStatus } from '@vee/contract/http/rate-limit'
import type { Notices } from '#features/system/notifications/notices.ts'
import { loadLazyTexts, textsNow } from '#i18n/index.ts'
import { useAllowance } from '#lib/costs/allowance.ts'
import type { Api } from '#lib/http/index.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { costStatus, useCosts, type CostStatus } from '#lib/costs/cost-limits.ts'
import { useSettings } from '#lib/settings/index.ts'

/** Refreshes costs after a paid reply. A figure that could not be loaded is updated with the next reply. */
export interface CostUpdates {
  /** updates the costs so far, and the user's limits when they are nearly reached */
  refresh(): Promise<void>
  /** refreshes a visitor's replies */
  refreshVisitorLimit(): Promise<void>
}

export function createCostUpdates(api: Api, notices: Notices): CostUpdates {
  let announced: CostStatus = 'fine'

  async function showCostStatus(): Promise<void> {
    const status = costStatus(useCosts.getState().record, useSettings.getState().costLimit)
    if (status === announced) return
    announced = status
    if (status === 'fine') return
    await loadLazyTexts()
    const t = textsNow('usage')
    const isNear = status === 'near'
    notices.toast({
      type: isNear ? 'warning' : 'error',
      title: t(isNear ? 'limits.near' : 'limits.exceeded'),
      message: t(isNear ? 'limits.nearText' : 'limits.exceededText'),
    })
  }

  return {
    async refresh() {
      const record = await api.json<typeof getSessionCost>('GET', '/cost/session').catch(() => undefined)
      if (record) useCosts.setState({ record })
      await showCostStatus()
    },
    async refreshVisitorLimit() {
      if (readToken() !== undefined) return
      const visitorLimit = await api
        .json<typeof getRateLimitStatus>('GET', '/rate-limit/status')
        .catch(() => undefined)
      if (visitorLimit) useAllowance.setState({ visitorLimit })
    },
  }
}
