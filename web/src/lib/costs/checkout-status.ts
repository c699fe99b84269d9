import type { CheckoutStatus, getBillingStatus } from '@vee/contract/http/billing'
import { useEffect, useState } from 'react'
import type { Api } from '../http/index.ts'

/** Interval for polling a pending checkout in ms; and the time after which it takes unusually long. */
const ASK_EVERY_MS = 2_000
const SLOW_MS = 45_000

export interface CheckoutProgress {
  readonly status: CheckoutStatus
  readonly isSlow: boolean
}

/**
 * Returns the status of a checkout, polled until it is complete, with retries. Undefined without a checkout.
 */
export function useCheckoutStatus(api: Api, id: string | undefined): CheckoutProgress | undefined {
  const [progress, setProgress] = useState<CheckoutProgress & { readonly id: string }>()

  useEffect(() => {
    if (id === undefined) return undefined
    const startedAt = performance.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isWanted = true
    async function poll(id: string): Promise<void> {
      const checkout = await api
        .json<typeof getBillingStatus>('GET', '/billing/status/{id}', { params: { id } })
        .catch(() => undefined)
      if (!isWanted) return
      const status = checkout?.status ?? 'pending'
      setProgress({ id, status, isSlow: performance.now() - startedAt > SLOW_MS })
      if (status === 'pending') timer = setTimeout(() => void poll(id), ASK_EVERY_MS)
    }
    void poll(id)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [api, id])

  if (id === undefined) return undefined
  return progress?.id === id ? progress : { status: 'pending', isSlow: false }
}
