import type { postCost } from '@vee/contract/http/costs'
import { textsNow } from '#i18n/index.ts'
import { ApiError } from '#lib/api/index.ts'
import { useCosts } from '#lib/cost-limits.ts'
import type { Runtime } from '../runtime.ts'
import { useSettings } from '#lib/settings/index.ts'

/** Removes the active agent's chat and begins the session's costs again. The texts of `usage` must be there. */
export async function clearSession({ api, shell: { notices }, talkWith }: Runtime): Promise<void> {
  const t = textsNow('usage')
  notices.toast({ type: 'info', title: t('session.clearing') })
  talkWith(useSettings.getState().currentAppMode).chat.startNew()
  try {
    useCosts.setState({ record: await api.json<typeof postCost>('POST', '/cost', { body: {} }) })
    notices.toast({ type: 'success', title: t('session.cleared'), message: t('session.clearedText') })
  } catch (error) {
    const hasAnswer = error instanceof ApiError && error.status > 0
    notices.toast({ type: 'error', title: hasAnswer ? error.message : t('session.resetFailed') })
  }
}
