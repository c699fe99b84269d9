import type { Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { OutsideSignInsTable } from '../tables/outside-sign-ins.ts'
import { inWriteTransaction } from '../write-transaction.ts'
import { findUser, findUserByEmail, NO_PASSWORD, passwordOf, replacePassword, type UserRow } from './users.ts'

/** A sign-in that waits; those of anybody that have expired are swept. */
export async function insertOutsideSignIn(
  database: Database,
  signIn: OutsideSignInsTable,
  now: number,
): Promise<void> {
  await database.deleteFrom('outside_sign_ins').where('expires_at', '<=', now).execute()
  await database.insertInto('outside_sign_ins').values(signIn).execute()
}

/** The sign-in that was begun with this state; each once. */
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
  /** as `plainEmail` writes it; undefined when nobody vouches for it */
  readonly email: string | undefined
  readonly displayName: string | null
  /** the id of the account, if one has to be made */
  readonly newUserId: string
  /** milliseconds since 1970 */
  readonly now: number
}

/**
 * The account that an identity opens: the one it opened before; else the one with its address, or a new one. Undefined
 * when it is new and nobody vouches for its address.
 *
 * Whoever made the account of an address may not be who the address belongs to: until the address is proven, anybody can
 * have registered it, so its password and sessions end when its owner comes.
 */
export async function openIdentity(database: Database, identity: Identity): Promise<UserRow | undefined> {
  const { issuer, subject, email, now } = identity
  const known = await findByIdentity(database, issuer, subject)
  if (known || email === undefined) return known
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

/** The new account of an address, or the one that somebody else made of it just now. */
async function insertOutsideUser(
  database: Database,
  { newUserId, displayName, now }: Identity,
  email: string,
): Promise<UserRow> {
  const made = await database
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
  const user = made ?? (await findUserByEmail(database, email))
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
