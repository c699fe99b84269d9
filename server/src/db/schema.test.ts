import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestPlace, type TestPlace } from './fixtures/test-place.ts'
import { TABLES } from './schema.ts'

let place: TestPlace
beforeAll(async () => {
  place = await createTestPlace()
})
afterAll(() => place.remove())

it('lists every table of the migrations', async () => {
  const database = await place.open()
  const tables = await database.introspection.getTables()
  const names = tables
    .map(({ name }) => name)
    .filter((name) => name !== 'schema_migrations' && !name.startsWith('messages_search'))
  expect(names.toSorted()).toEqual(TABLES.toSorted())
})
