import type { Selectable } from 'kysely'
import type { Database } from '../../schema.ts'
import type { OutsideSignInsTable } from '../../tables/accounts/outside-sign-ins.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { findUser, findUserByEmail, NO_PASSWORD, passwordOf, replacePassword, type UserRow } from './users.ts'

/** Stores a pending sign-in, and deletes expired ones. */
export async function insertOutsideSignIn(
  database: Database,
  signIn: OutsideSignInsTable,
  now: number,
): Promise<void> {
  await database.deleteFrom('outside_sign_ins').where('expires_at', '<=', now).execute()
  await database.insertInto('outside_sign_ins').values(signIn).execute()
}

/** Returns the pending sign-in with this state and deletes it. */
export function spendOutsideSignIn(
  database: Database,
  stateHash: string,
  now: number,
): Promise<Selectable<OutsideSignInsTable> | undefined> {
  return database
    .deleteFrom('outside_sign_ins')
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

interface Identity {
  readonly issuer: string
  readonly subject: string
  /** normalized with `plainEmail`; undefined if it is not verified */
  readonly email: string | undefined
  readonly displayName: string | null
  /** the id for a new account */
  readonly newUserId: string
  /** milliseconds since 1970 */
  readonly now: number
}

/**
 * Returns the account of an identity: the one it opened before, otherwise the one with its email address, or
 * a new one. Undefined if it is new and its email address is not verified.
 * An account may have been registered with an address of another person, so its password and sessions are
 * revoked when the verified owner signs in for the first time.
 */
export async function openIdentity(database: Database, identity: Identity): Promise<UserRow | undefined> {
  const { issuer, subject, email, now } = identity
  const identityOwner = await findByIdentity(database, issuer, subject)
  if (identityOwner || email === undefined) return identityOwner
  const user =
    (await findUserByEmail(database, email)) ?? (await insertOutsideUser(database, identity, email))
  return inWriteTransaction(database, passwordOf(user.id), async (transaction) => {
    const isProven = await transaction
      .selectFrom('proven_emails')
      .select('user_id')
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    if (!isProven && user.id !== identity.newUserId) {
      await replacePassword(transaction, user.id, NO_PASSWORD, undefined)
    }
    await proveEmail(transaction, user.id, now)
    await transaction
      .insertInto('identities')
      .values({ issuer, subject, user_id: user.id, created_at: now })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .execute()
    return (await findByIdentity(transaction, issuer, subject)) ?? user
  })
}

async function findByIdentity(
  database: Database,
  issuer: string,
  subject: string,
): Promise<UserRow | undefined> {
  const row = await database
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && findUser(database, row.user_id)
}

/** Creates the account of an address, or returns the one that was created concurrently. */
async function insertOutsideUser(
  database: Database,
  { newUserId, displayName, now }: Identity,
  email: string,
): Promise<UserRow> {
  const inserted = await database
    .insertInto('users')
    .values({
      id: newUserId,
      email,
      password_hash: NO_PASSWORD,
      display_name: displayName,
      plan_id: 'free',
      subscription_status: 'active',
      renews_at: null,
      terms_accepted_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  const user = inserted ?? (await findUserByEmail(database, email))
  if (!user) throw new Error('an account was neither made nor found')
  return user
}

async function proveEmail(database: Database, userId: string, now: number): Promise<void> {
  await database
    .insertInto('proven_emails')
    .values({ user_id: userId, proven_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}
