import type { User } from '@vee/contract/entities/accounts/user'
import type { SessionRow } from '#db/queries/accounts/sessions.ts'
import type { UserRow } from '#db/queries/accounts/users.ts'

/**
 * Returns the user of a sign-in with the shared passphrase: not a specific person, with all features and no
 * billing.
 */
export function presentGlobalUser(session: Pick<SessionRow, 'user_id' | 'created_at'>): User {
  return {
    id: session.user_id,
    kind: 'global',
    email: null,
    displayName: null,
    planId: 'organization',
    subscription: { status: 'none', renewsAt: null },
    createdAt: new Date(session.created_at).toISOString(),
  }
}

/**
 * Returns a user with a personal account. A plan assigned by the host counts as paid. A cancelled plan is
 * effective until the end of the paid period; then the user is on Free, even before the payment provider
 * reports it.
 */
export function presentUser(row: UserRow, now: number): User {
  const hasEnded = row.subscription_status === 'canceled' && (row.renews_at ?? 0) <= now
  const renewsAt = hasEnded ? null : row.renews_at
  const isGiven = row.plan_override !== null
  return {
    id: row.id,
    kind: 'member',
    email: row.email,
    displayName: row.display_name,
    planId: row.plan_override ?? (hasEnded ? 'free' : row.plan_id),
    subscription: {
      status: isGiven ? 'active' : row.subscription_status,
      renewsAt: renewsAt === null ? null : new Date(renewsAt).toISOString(),
    },
    createdAt: new Date(row.created_at).toISOString(),
  }
}
