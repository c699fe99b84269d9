import type { Insertable, Selectable } from 'kysely'
import { sessionsOf, publishChange } from '../change-events.ts'
import type { Database } from '../schema.ts'
import type { PasswordResetsTable } from '../tables/password-resets.ts'
import type { UsersTable } from '../tables/users.ts'
import { inWriteTransaction } from '../write-transaction.ts'
import { insertSession, type SessionRow } from './sessions.ts'

export type UserRow = Selectable<UsersTable>

/** In place of a hash: an account that only an account elsewhere opens, until a password is set by mail. */
export const NO_PASSWORD = ''

/** Undefined when the address has an account already; of many at once exactly one makes it. */
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

/** Undefined when there is no such user. */
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

/** Keeps a session that a password opened, unless the password has been changed in the meantime: then false. */
export function insertSessionOf(database: Database, user: UserRow, session: SessionRow): Promise<boolean> {
  return inWriteTransaction(database, passwordOf(user.id), async (transaction) => {
    const current = await findUser(transaction, user.id)
    if (current?.password_hash !== user.password_hash) return false
    await insertSession(transaction, session)
    return true
  })
}

/** Sets a password, ends the user's sessions but the kept one, and takes back all links that would set another. */
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

/** A new link, which stands for all that were sent before it; those of anybody that have expired are swept. */
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

/** Whose password the link may still set. */
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

/** Sets a password by a link and ends all the user's sessions. False when the link was used in the meantime. */
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
    // Whoever has the link has the mailbox.
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

/** Whoever sets or relies on a user's password holds this lock. */
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
