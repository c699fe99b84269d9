import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/fixtures/test-database.ts'
import { openPostgres } from '../db/open.ts'
import { explainPostgresFailure } from './explain-postgres.ts'

let testDatabase: TestDatabase
beforeEach(async () => {
  testDatabase = await createTestDatabase()
})
afterEach(() => testDatabase.remove())

it('reports that the database does not exist', async () => {
  const url = new URL(testDatabase.settings['DATABASE_URL'] ?? '')
  url.pathname += '_not'
  const error = await openPostgres(url.href, () => 1).catch((reason: unknown) => reason)
  expect((explainPostgresFailure(error) as Error).message).toMatch(
    /^DATABASE_URL names a database that does not exist; /,
  )
})
