import { randomUUID } from 'node:crypto'
import { isEmail, plainEmail } from '@vee/contract/entities/accounts/credentials'
import type { Invite, Role } from '@vee/contract/entities/teams/organization'
import {
  changeInvite,
  findInvite,
  findPendingInviteOf,
  inOrganizationTransaction,
  insertInvite,
  type InviteRow,
  listMembers,
} from '#db/queries/organizations/organizations.ts'
import type { Database } from '#db/schema.ts'
import { invalid, newToken } from '../accounts/index.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { appendAuditEntry } from './audit.ts'
import type { RequestContext, OrganizationsDependencies } from './dependencies.ts'
import type { InviteMailer } from './invite-mailer.ts'
import { inviteStatus, presentInvite } from './present.ts'
import { assertSeatFree } from './seats.ts'
import { assertValidId, type MemberAccess, memberAccessIn } from './member-access.ts'

interface SentInvite extends Invite {
  /** true if the link is sent by mail; otherwise it has to be passed on by hand */
  readonly isMailed: boolean
}

/** Invites to organizations. Each pending invite reserves a seat. */
export interface Invites {
  /** Throws VALIDATION, FORBIDDEN, NOT_FOUND, ALREADY_MEMBER or SEATS_EXHAUSTED. */
  invite(
    id: string,
    invitee: { email: string | undefined; role: Role },
    context: RequestContext,
  ): Promise<SentInvite>
  /** Throws FORBIDDEN, NOT_FOUND, INVITE_USED, INVITE_REVOKED, ALREADY_MEMBER or SEATS_EXHAUSTED. */
  resend(id: string, inviteId: string, context: RequestContext): Promise<SentInvite>
  /** Does nothing if the invite is already revoked. Throws FORBIDDEN, NOT_FOUND or INVITE_USED. */
  revoke(id: string, inviteId: string, context: RequestContext): Promise<void>
}

export function createInvites(dependencies: OrganizationsDependencies, mailer: InviteMailer): Invites {
  const { database, inviteTtlSeconds, publicUrl, now } = dependencies
  const expiry = () => now() + inviteTtlSeconds * 1_000

  const send = async (
    access: MemberAccess,
    row: InviteRow,
    context: RequestContext,
  ): Promise<SentInvite> => ({
    ...presentInvite(row, publicUrl ?? context.origin, now()),
    isMailed: await mailer.send(access, row, context),
  })

  return {
    async invite(id, { email: typed, role }, context) {
      assertValidId(id)
      const { access, row } = await inOrganizationTransaction(database, id, async (transaction) => {
        const access = await memberAccessIn(transaction, context.caller, id, 'admin')
        const email = goodEmail(typed)
        await assertNotYetInvited(transaction, id, email, now())
        await assertSeatFree(transaction, access.organization, now())
        const row = newInvite(id, email, role, now(), expiry())
        await insertInvite(transaction, row)
        await appendAuditEntry(transaction, access, now(), {
          action: 'invite.sent',
          target: email,
          after: role,
        })
        return { access, row }
      })
      return send(access, row, context)
    },

    async resend(id, inviteId, context) {
      assertValidId(id)
      const { access, row } = await inOrganizationTransaction(database, id, async (transaction) => {
        const access = await memberAccessIn(transaction, context.caller, id, 'admin')
        const row = await inviteOf(transaction, id, inviteId)
        assertInvitePending(row)
        // An expired invite no longer reserves a seat, and its address may have joined by another invite.
        if (inviteStatus(row, now()) === 'expired') {
          await assertNotYetInvited(transaction, id, row.email, now())
          await assertSeatFree(transaction, access.organization, now())
        }
        const change = { expires_at: expiry() }
        await changeInvite(transaction, inviteId, change)
        await appendAuditEntry(transaction, access, now(), { action: 'invite.resent', target: row.email })
        return { access, row: { ...row, ...change } }
      })
      return send(access, row, context)
    },

    async revoke(id, inviteId, { caller }) {
      assertValidId(id)
      await inOrganizationTransaction(database, id, async (transaction) => {
        const access = await memberAccessIn(transaction, caller, id, 'admin')
        const row = await inviteOf(transaction, id, inviteId)
        if (row.status === 'revoked') return
        assertInvitePending(row)
        await changeInvite(transaction, inviteId, { status: 'revoked' })
        await appendAuditEntry(transaction, access, now(), { action: 'invite.revoked', target: row.email })
      })
    },
  }
}

/**
 * Throws unless the invite is pending. For a used invite, the user who joined with it may see the
 * organization in `details`.
 */
export function assertInvitePending(
  { status }: InviteRow,
  details?: { readonly organizationName: string },
): void {
  if (status === 'accepted') {
    throw new DomainError('INVITE_USED', 'This invite has already been used.', { details })
  }
  if (status === 'revoked') {
    throw new DomainError('INVITE_REVOKED', 'This invite was revoked. Ask for a new one.')
  }
}

function newInvite(id: string, email: string, role: Role, now: number, expiry: number): InviteRow {
  return {
    id: randomUUID(),
    organization_id: id,
    email,
    role,
    status: 'pending',
    token: newToken(),
    created_at: now,
    expires_at: expiry,
  }
}

async function inviteOf(transaction: Database, id: string, inviteId: string): Promise<InviteRow> {
  assertValidId(inviteId, 'invite')
  const row = await findInvite(transaction, id, inviteId)
  if (!row) throw notFound('invite')
  return row
}

function goodEmail(typed: string | undefined): string {
  const email = plainEmail(typed ?? '')
  if (email === '') throw invalid('email', 'Enter an email address to send an invite.')
  if (!isEmail(email)) throw invalid('email', 'Enter an email address like name@example.org.')
  return email
}

/** Throws if the address has already been invited. */
async function assertNotYetInvited(
  transaction: Database,
  id: string,
  email: string,
  now: number,
): Promise<void> {
  const members = await listMembers(transaction, id)
  if (members.some((member) => member.email === email)) {
    throw new DomainError('ALREADY_MEMBER', 'This person is already a member.', {
      details: { reason: 'member' },
    })
  }
  if (await findPendingInviteOf(transaction, id, email, now)) {
    throw new DomainError('ALREADY_MEMBER', 'This address has already been invited.', {
      details: { reason: 'invited' },
    })
  }
}
