import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestPlace, type TestPlace } from '../db/fixtures/test-place.ts'
import { openPostgres } from '../db/open.ts'
import { explainPostgresFailure } from './explain-postgres.ts'

let place: TestPlace
beforeEach(async () => {
  place = await createTestPlace()
})
afterEach(() => place.remove())

it('reports that the database does not exist', async () => {
  const url = new URL(place.settings['DATABASE_URL'] ?? '')
  url.pathname += '_not'
  const error = await openPostgres(url.href, () => 1).catch((reason: unknown) => reason)
  expect((explainPostgresFailure(error) as Error).message).toMatch(
    /^DATABASE_URL names a database that does not exist; /,
  )
})
