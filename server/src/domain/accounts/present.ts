import type { User } from '@vee/contract/entities/user'
import type { SessionRow } from '#db/queries/sessions.ts'

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
