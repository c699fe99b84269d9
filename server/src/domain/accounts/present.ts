import type { User } from '@vee/contract/entities/user'
import type { SessionRow } from '#db/queries/sessions.ts'
import type { UserRow } from '#db/queries/users.ts'

/**
 * The user behind a sign-in with the shared passphrase: nobody in particular, with everything open and nothing to pay
 * (specification: unlimited credits, no billing).
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
 * A person with an account of their own. A plan that the host has given them counts as paid for. A cancelled plan is theirs
 * to the end of what is paid for; after that they are on Free, also before the payment provider has told so.
 */
export function presentMember(row: UserRow, now: number): User {
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
