import type { ReplyPayment } from '#features/chat/index.ts'
import { setBudget, markOwnKeyDue, ownKeyHeaders } from '#lib/costs/allowance.ts'
import type { Api } from '#lib/http/index.ts'
import { isCostLimitReached } from '#lib/costs/cost-limits.ts'
import type { ShellServices } from '../shell/services/shell-services.ts'
import type { PaymentNews } from './payment-news.ts'

const AFTER_LOAD_MS = 1_000

/**
 * Manages the costs of replies and their payment: the budget with its degradation steps, the user's limits,
 * their own keys.
 */
export function createPayment(api: Api, { notices }: ShellServices): ReplyPayment {
  let news: Promise<PaymentNews> | undefined

  /** Runs in the background; if its code cannot be loaded now, the next call retries. */
  const withPaymentNews = (about: (news: PaymentNews) => void) => {
    news ??= import('./payment-news.ts').then(({ createPaymentNews }) => createPaymentNews(api, notices))
    void news.then(about, () => (news = undefined))
  }
  // After the page itself, which may be loaded by then.
  const refreshDemoSoon = () =>
    void setTimeout(() => withPaymentNews((news) => void news.refreshDemo()), AFTER_LOAD_MS)
  if (document.readyState === 'complete') refreshDemoSoon()
  else globalThis.addEventListener('load', refreshDemoSoon)

  return {
    headers: ownKeyHeaders,
    blockReason: () => (isCostLimitReached() ? 'COST_LIMIT_EXCEEDED' : undefined),
    canRetryWithOwnKey: ({ code, details }) =>
      code === 'ALLOWANCE_EXHAUSTED' && mentionsOwnKey(details) && markOwnKeyDue(),
    onBudget: setBudget,
    onPaid: () =>
      withPaymentNews((news) => {
        void news.refresh()
        void news.refreshDemo()
      }),
  }
}

const mentionsOwnKey = (details: unknown) =>
  new Map(Object.entries(Object(details))).get('mayUseOwnKey') === true
