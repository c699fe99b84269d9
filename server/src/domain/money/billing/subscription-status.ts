import { DAY_MS } from '@vee/contract/time/durations'
import type { SubscriptionRecord, SubscriptionRow } from '#db/queries/billing.ts'
import type { SubscriptionSnapshot } from './ports.ts'

/** Order of states for events with the same second. */
const PROGRESS: Readonly<Record<SubscriptionRow['status'], number>> = {
  incomplete: 0,
  active: 1,
  past_due: 1,
  canceled: 1,
  ended: 2,
}

interface SubscriptionReport {
  readonly userId: string
  readonly snapshot: SubscriptionSnapshot
  /** time of the snapshot, in milliseconds since 1970 */
  readonly asOf: number
}

/** Returns the subscription after a new snapshot; an older snapshot changes nothing. */
export function afterTelling(
  stored: SubscriptionRow | undefined,
  { userId, snapshot, asOf }: SubscriptionReport,
): SubscriptionRow | undefined {
  const planId = snapshot.planId ?? stored?.plan_id
  if (planId === undefined) return stored
  if (stored && (asOf < stored.as_of || (asOf === stored.as_of && goesBack(stored, snapshot)))) return stored
  const wasPaid = snapshot.wasPaid && stored?.status !== 'past_due'
  return {
    id: snapshot.id,
    user_id: stored?.user_id ?? userId,
    customer_id: snapshot.customerId,
    plan_id: planId,
    status: snapshot.status,
    paid_until:
      snapshot.status === 'ended' && !wasPaid ? null : (snapshot.paidUntil ?? stored?.paid_until ?? null),
    refunded_until: stored?.refunded_until ?? null,
    as_of: asOf,
  }
}

const goesBack = (stored: SubscriptionRow, { status }: SubscriptionSnapshot) =>
  PROGRESS[status] < PROGRESS[stored.status]

const MONTH_MS = 31 * DAY_MS
/** A month's payment may arrive some hours after the month starts. */
const LATE_MS = 2 * DAY_MS

/**
 * Returns the subscription after a refund: the paid month is lost; a refund for an earlier month changes
 * nothing.
 */
export function afterRefund(stored: SubscriptionRow, chargedAt: number): SubscriptionRow {
  const paidUntil = stored.paid_until ?? chargedAt + MONTH_MS
  return chargedAt < paidUntil - MONTH_MS - LATE_MS ? stored : { ...stored, refunded_until: paidUntil }
}

/** Returns whether the provider may still charge for it, so that a second one would be paid twice. */
export function isLive({ status, paid_until }: SubscriptionRow, now: number): boolean {
  if (status === 'canceled') return (paid_until ?? 0) > now
  return status === 'active' || status === 'past_due'
}

/** Returns the best of a user's subscriptions; undefined if none has started. */
export function subscriptionStatusOf(
  subscriptions: readonly SubscriptionRow[],
  now: number,
): SubscriptionRecord | undefined {
  const standings = subscriptions.flatMap((subscription) => standingOfOne(subscription, now) ?? [])
  return standings.toSorted((a, b) => worth(b) - worth(a) || (b.renews_at ?? 0) - (a.renews_at ?? 0))[0]
}

const LAPSED: SubscriptionRecord = { plan_id: 'free', subscription_status: 'canceled', renews_at: null }

function standingOfOne(row: SubscriptionRow, now: number): SubscriptionRecord | undefined {
  const { plan_id, status, paid_until, refunded_until } = row
  if (status === 'incomplete') return undefined
  const isRefunded = refunded_until !== null && (paid_until ?? 0) <= refunded_until
  if (isRefunded) return LAPSED
  switch (status) {
    case 'active':
    case 'past_due':
      return { plan_id, subscription_status: status, renews_at: paid_until }
    case 'canceled':
    case 'ended':
      // One that was cancelled at once is also paid until the end of its month.
      return (paid_until ?? 0) > now
        ? { plan_id, subscription_status: 'canceled', renews_at: paid_until }
        : LAPSED
  }
}

function worth({ subscription_status: status, renews_at }: SubscriptionRecord): number {
  if (status === 'active') return 3
  if (status === 'canceled' && renews_at !== null) return 2
  return status === 'past_due' ? 1 : 0
}
