import type { Insertable, Selectable } from 'kysely'
import { sessionsOf, publishChange } from '../../change-events.ts'
import type { Database } from '../../schema.ts'
import type { PasswordResetsTable } from '../../tables/accounts/password-resets.ts'
import type { UsersTable } from '../../tables/accounts/users.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { insertSession, type SessionRow } from './sessions.ts'

export type UserRow = Selectable<UsersTable>

/**
 * Stored instead of a hash for accounts that only an identity provider opens, until a password is set by
 * mail.
 */
export const NO_PASSWORD = ''

/** Returns undefined if the address already has an account; of concurrent calls exactly one creates it. */
export function insertUser(database: Database, user: Insertable<UsersTable>): Promise<UserRow | undefined> {
  return database
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function findUser(database: Database, id: string): Promise<UserRow | undefined> {
  return database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findUserByEmail(database: Database, email: string): Promise<UserRow | undefined> {
  return database.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Returns undefined if there is no such user. */
export function setDisplayName(
  database: Database,
  id: string,
  displayName: string | null,
): Promise<UserRow | undefined> {
  return database
    .updateTable('users')
    .set({ display_name: displayName })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Stores a session that a password opened; returns false if the password was changed in the meantime. */
export function insertSessionOf(database: Database, user: UserRow, session: SessionRow): Promise<boolean> {
  return inWriteTransaction(database, passwordOf(user.id), async (transaction) => {
    const current = await findUser(transaction, user.id)
    if (current?.password_hash !== user.password_hash) return false
    await insertSession(transaction, session)
    return true
  })
}

/** Sets a password, revokes the user's other sessions, and revokes all pending reset links. */
export async function changePassword(
  database: Database,
  userId: string,
  passwordHash: string,
  keptTokenHash: string | undefined,
): Promise<void> {
  await inWriteTransaction(database, passwordOf(userId), (transaction) =>
    replacePassword(transaction, userId, passwordHash, keptTokenHash),
  )
  publishChange(database, sessionsOf(userId))
}

/** Stores a new reset link, which replaces earlier ones; expired ones of all users are deleted. */
export function insertPasswordReset(
  database: Database,
  reset: PasswordResetsTable,
  now: number,
): Promise<void> {
  return inWriteTransaction(database, passwordOf(reset.user_id), async (transaction) => {
    await transaction.deleteFrom('password_resets').where('user_id', '=', reset.user_id).execute()
    await transaction.deleteFrom('password_resets').where('expires_at', '<=', now).execute()
    await transaction.insertInto('password_resets').values(reset).execute()
  })
}

/** Returns the user whose password the link may still set. */
export async function findPasswordReset(
  database: Database,
  tokenHash: string,
  now: number,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id
}

/**
 * Sets a password by a link and revokes all the user's sessions. Returns false if the link was used in the
 * meantime.
 */
export async function spendPasswordReset(
  database: Database,
  userId: string,
  tokenHash: string,
  passwordHash: string,
  now: number,
): Promise<boolean> {
  const isSpent = await inWriteTransaction(database, passwordOf(userId), async (transaction) => {
    const used = await transaction
      .deleteFrom('password_resets')
      .where('token_hash', '=', tokenHash)
      .returning('user_id')
      .executeTakeFirst()
    if (used === undefined) return false
    await replacePassword(transaction, used.user_id, passwordHash, undefined)
    // The link proves access to the mailbox.
    await transaction
      .insertInto('proven_emails')
      .values({ user_id: used.user_id, proven_at: now })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute()
    return true
  })
  publishChange(database, sessionsOf(userId))
  return isSpent
}

/** The lock for setting or relying on a user's password. */
export const passwordOf = (userId: string) => `password of ${userId}`

export async function replacePassword(
  transaction: Database,
  userId: string,
  passwordHash: string,
  keptTokenHash: string | undefined,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute()
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', keptTokenHash ?? '')
    .execute()
  await transaction.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}
