import { beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { createPeople } from './fixtures/people.ts'
import { giveSeat, createTestOrganizations } from './fixtures/teams.ts'
import { teamTerms } from './index.ts'

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})

const rename = (id: string, name: string) =>
  database.updateTable('users').set({ display_name: name }).where('id', '=', id).execute()

it('returns the names of the active team and of its members that have one', async () => {
  const people = createPeople(database, Date.now)
  const ann = await people.person('ann')
  const teams = createTestOrganizations(database, Date.now)
  const harbour = await teams.create('Harbour', ann)
  const bob = await people.person('bob')
  await giveSeat(database, harbour.id, bob.caller, 'builder')
  await rename('bob', 'Bob Kowalczyk')
  expect(await teamTerms(database, bob.caller)).toEqual(['Harbour', 'Bob Kowalczyk'])
  await rename('ann', 'Ann')
  expect(await teamTerms(database, ann.caller)).toEqual(['Harbour', 'Bob Kowalczyk', 'Ann'])
})

it('returns none without a team', async () => {
  const people = createPeople(database, Date.now)
  const { caller } = await people.person('ann')
  await createTestOrganizations(database, Date.now).create('Harbour', await people.person('bob'))
  expect(await teamTerms(database, caller)).toEqual([])
  expect(await teamTerms(database, { kind: 'visitor', id: 'session:x', ip: '192.0.2.1' })).toEqual([])
})
