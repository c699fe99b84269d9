import type { Standing, SubscriptionRow } from '#db/queries/billing.ts'
import type { SubscriptionSnapshot } from './ports.ts'

/** How far a subscription has come: what happened in the same second is told in this order. */
const PROGRESS: Readonly<Record<SubscriptionRow['status'], number>> = {
  incomplete: 0,
  active: 1,
  past_due: 1,
  canceled: 1,
  ended: 2,
}

interface Told {
  readonly userId: string
  readonly snapshot: SubscriptionSnapshot
  /** milliseconds since 1970: when the snapshot was so */
  readonly asOf: number
}

/** What is known of a subscription after it was told anew; what is older than what is known changes nothing. */
export function afterTelling(
  known: SubscriptionRow | undefined,
  { userId, snapshot, asOf }: Told,
): SubscriptionRow | undefined {
  const planId = snapshot.planId ?? known?.plan_id
  if (planId === undefined) return known
  if (known && (asOf < known.as_of || (asOf === known.as_of && goesBack(known, snapshot)))) return known
  const wasPaid = snapshot.wasPaid && known?.status !== 'past_due'
  return {
    id: snapshot.id,
    user_id: known?.user_id ?? userId,
    customer_id: snapshot.customerId,
    plan_id: planId,
    status: snapshot.status,
    paid_until:
      snapshot.status === 'ended' && !wasPaid ? null : (snapshot.paidUntil ?? known?.paid_until ?? null),
    refunded_until: known?.refunded_until ?? null,
    as_of: asOf,
  }
}

const goesBack = (known: SubscriptionRow, { status }: SubscriptionSnapshot) =>
  PROGRESS[status] < PROGRESS[known.status]

const MONTH_MS = 31 * 24 * 3_600_000
/** A month's payment may come some hours after the month begins. */
const LATE_MS = 2 * 24 * 3_600_000

/** What was charged then has been paid back: the month that it was for is lost, an earlier one changes nothing. */
export function afterRefund(known: SubscriptionRow, chargedAt: number): SubscriptionRow {
  const paidUntil = known.paid_until ?? chargedAt + MONTH_MS
  return chargedAt < paidUntil - MONTH_MS - LATE_MS ? known : { ...known, refunded_until: paidUntil }
}

/** Whether money may still be taken for it, so that a second one beside it would be paid twice. */
export function isLive({ status, paid_until }: SubscriptionRow, now: number): boolean {
  if (status === 'canceled') return (paid_until ?? 0) > now
  return status === 'active' || status === 'past_due'
}

/** What a user has of all their subscriptions: the best of them. Undefined while none of them has begun. */
export function subscriptionStatusOf(
  subscriptions: readonly SubscriptionRow[],
  now: number,
): Standing | undefined {
  const standings = subscriptions.flatMap((subscription) => standingOfOne(subscription, now) ?? [])
  return standings.toSorted((a, b) => worth(b) - worth(a) || (b.renews_at ?? 0) - (a.renews_at ?? 0))[0]
}

const LAPSED: Standing = { plan_id: 'free', subscription_status: 'canceled', renews_at: null }

function standingOfOne(row: SubscriptionRow, now: number): Standing | undefined {
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
      // Also one that ended at once was paid for to the end of its month (decision A060).
      return (paid_until ?? 0) > now
        ? { plan_id, subscription_status: 'canceled', renews_at: paid_until }
        : LAPSED
  }
}

function worth({ subscription_status: status, renews_at }: Standing): number {
  if (status === 'active') return 3
  if (status === 'canceled' && renews_at !== null) return 2
  return status === 'past_due' ? 1 : 0
}
