import { beforeEach, describe, expect, it } from 'vitest'
import { isCustomAgentId } from '@vee/contract/entities/agent-ids'
import { agentFile, customAgent, customAgentFields } from '@vee/contract/entities/custom-agent'
import type { Role } from '@vee/contract/entities/teams/organization'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import type { Caller } from '../../accounts/index.ts'
import { createPeople } from '../../organizations/fixtures/people.ts'
import { createCustomAgents } from './index.ts'
import { codeOf } from '../../errors/fixtures/code-of.ts'

const NOON = Date.UTC(2026, 10, 22, 12)
const MINUTE = 60_000
const VISITOR: Caller = { kind: 'visitor', id: 'session:x', ip: '192.0.2.1' }

const database = await openFileDatabase()
let clock = NOON
let ann: Caller
let bob: Caller

const { member } = createPeople(database, () => clock)

const customAgents = createCustomAgents({ database, now: () => clock })
beforeEach(async () => {
  clock = NOON
  ann = await member()
  bob = await member()
})

const fields = (given: object = {}) =>
  customAgentFields.parse({ name: 'Kai', purpose: 'Plans walks by the sea', ...given })
const create = (given: object = {}, caller = ann) => customAgents.create(fields(given), caller)
const names = async (caller = ann) => (await customAgents.list(caller)).map(({ name }) => name)

describe('a custom agent', () => {
  it('is stored as given, for its author', async () => {
    const made = await create({
      instructions: 'Speak of tides.\nNever of "towns".\0',
      voice: { voiceId: 'openai_nova', name: 'Nova', lang: 'mul' },
      colour: 'info',
      model: 'gpt-4o-mini',
      startingPrompts: ['Where today?'],
      usesTools: true,
      drawsDiagrams: true,
    })
    expect(isCustomAgentId(made.id)).toBe(true)
    expect(customAgent.parse(made)).toEqual(made)
    expect(made).toMatchObject({ owner: { kind: 'me' }, right: 'edit', name: 'Kai', colour: 'info' })
    expect(await customAgents.get(made.id, ann)).toEqual({
      ...made,
      instructions: 'Speak of tides.\nNever of "towns".',
    })
    expect(await customAgents.list(ann)).toHaveLength(1)
  })

  it('is invisible and unchangeable for other users', async () => {
    const { id } = await create()
    expect(await customAgents.find(id, bob)).toBeUndefined()
    expect(await customAgents.list(bob)).toEqual([])
    for (const attempt of [
      () => customAgents.get(id, bob),
      () => customAgents.change(id, { name: 'Mine' }, bob),
      () => customAgents.delete(id, bob),
      () => customAgents.restore(id, bob),
      () => customAgents.export(id, bob),
    ])
      expect(await codeOf(attempt())).toBe('NOT_FOUND')
    expect(await names()).toEqual(['Kai'])
  })

  it('requires a member', async () => {
    expect(await codeOf(create({}, VISITOR))).toBe('FORBIDDEN')
    expect(await customAgents.list(VISITOR)).toEqual([])
    const { id } = await create()
    expect(await customAgents.find(id, VISITOR)).toBeUndefined()
  })

  it('changes only the given fields', async () => {
    const made = await create({ instructions: 'Be brief.' })
    clock += MINUTE
    const changed = await customAgents.change(made.id, { purpose: 'Plans trips', name: undefined }, ann)
    expect(changed).toEqual({
      ...made,
      purpose: 'Plans trips',
      updatedAt: new Date(clock).toISOString(),
    })
    expect(await customAgents.get(made.id, ann)).toEqual(changed)
  })

  it('is deleted, restored within ten minutes, and then removed', async () => {
    const made = await create()
    await customAgents.delete(made.id, ann)
    expect(await names()).toEqual([])
    expect(await customAgents.find(made.id, ann)).toBeUndefined()
    clock += 9 * MINUTE
    expect(await customAgents.restore(made.id, ann)).toMatchObject({ name: 'Kai' })
    await customAgents.delete(made.id, ann)
    clock += 11 * MINUTE
    expect(await codeOf(customAgents.restore(made.id, ann))).toBe('NOT_FOUND')
    await customAgents.purge()
    expect(await database.selectFrom('own_agents').select('id').where('id', '=', made.id).execute()).toEqual(
      [],
    )
  })

  it('is deleted with its member', async () => {
    const { id } = await create()
    await database.deleteFrom('users').where('id', '=', ann.id).execute()
    expect(await database.selectFrom('own_agents').select('id').where('id', '=', id).execute()).toEqual([])
  })
})

describe('names', () => {
  it('must be unique regardless of case and width', async () => {
    await create()
    const kai = create({ name: 'ＫＡＩ' })
    await expect(kai).rejects.toMatchObject({ code: 'VALIDATION', details: [{ path: 'name' }] })
    const other = await create({ name: 'Mia' })
    expect(await codeOf(customAgents.change(other.id, { name: 'kai' }, ann))).toBe('VALIDATION')
    expect(await codeOf(customAgents.change(other.id, { name: 'MIA' }, ann))).toBe('none')
    expect(await codeOf(create({}, bob))).toBe('none')
  })

  it('that were taken in the meantime prevent restoring a deleted one', async () => {
    const { id } = await create()
    await customAgents.delete(id, ann)
    await create()
    expect(await codeOf(customAgents.restore(id, ann))).toBe('VALIDATION')
  })
})

describe('the plan’s room', () => {
  it('is enforced for concurrent requests', async () => {
    const tries = Array.from({ length: 14 }, (_, number) => codeOf(create({ name: `Agent ${number}` })))
    const codes = await Promise.all(tries)
    expect(codes.filter((code) => code === 'none')).toHaveLength(10)
    expect(codes.filter((code) => code === 'AGENTS_FULL')).toHaveLength(4)
  })

  it('is larger on a larger plan', async () => {
    const carla = await member('basic')
    for (let number = 0; number < 11; number++) await create({ name: `Agent ${number}` }, carla)
    expect(await names(carla)).toHaveLength(11)
  })
})

describe('a file', () => {
  it('creates the same agent for another user, without its tools', async () => {
    const made = await create({ usesTools: true, startingPrompts: ['Where today?'], colour: 'warning' })
    const file = agentFile.parse(JSON.parse(JSON.stringify(await customAgents.export(made.id, ann))))
    const copy = await customAgents.import(file, bob)
    const { id, createdAt: _, updatedAt: __, ...same } = made
    expect(copy).toMatchObject({ ...same, usesTools: false })
    expect(copy.id).not.toBe(id)
  })

  it('uses the next available name', async () => {
    const file = await customAgents.export((await create({ name: 'K'.repeat(40) })).id, ann)
    for (let time = 0; time < 2; time++) {
      clock++
      await customAgents.import(file, ann)
    }
    expect(await names()).toEqual(['K'.repeat(40), `${'K'.repeat(38)} 2`, `${'K'.repeat(38)} 3`])
  })

  it.each([
    ['another kind', { format: 'something' }],
    ['a newer version', { version: 2 }],
    ['no name', { agent: { name: ' ', purpose: 'x' } }],
    ['too long instructions', { agent: { name: 'a', purpose: 'x', instructions: 'x'.repeat(8_001) } }],
    ['a name of two lines', { agent: { name: 'a\nb', purpose: 'x' } }],
    ['an unknown colour', { agent: { name: 'a', purpose: 'x', colour: 'url(evil)' } }],
  ])('of %s is rejected', (_, wrong) => {
    const right = { format: 'vee-agent', version: 1, agent: { name: 'a', purpose: 'x' } }
    expect(agentFile.safeParse(right).success).toBe(true)
    expect(agentFile.safeParse({ ...right, ...wrong }).success).toBe(false)
  })
})

async function addMember(caller: Caller, role: Role, id: string) {
  await database
    .insertInto('organization_members')
    .values({ organization_id: id, user_id: caller.id, role, daily_token_limit: null, joined_at: clock })
    .execute()
}

describe('an agent of an organization', () => {
  it('is usable by all its members, and changed by its builders', async () => {
    const organization = {
      id: 'harbour',
      name: 'Harbour',
      payer_id: ann.id,
      seat_limit: 5,
      after_pool: 'own',
      allows_links: 1,
      locale: 'en',
      created_at: clock,
    } as const
    await database.insertInto('organizations').values(organization).execute()
    const carla = await member()
    await addMember(ann, 'builder', organization.id)
    await addMember(bob, 'viewer', organization.id)
    const { id } = await create({ usesTools: true })
    await database
      .updateTable('own_agents')
      .set({ user_id: null, organization_id: organization.id })
      .where('id', '=', id)
      .execute()

    const owner = { kind: 'organization', id: organization.id, name: 'Harbour' }
    expect(await customAgents.get(id, ann)).toMatchObject({ right: 'edit', owner })
    expect(await customAgents.get(id, bob)).toMatchObject({ right: 'use', owner })
    expect(await customAgents.find(id, carla)).toBeUndefined()
    expect(await codeOf(customAgents.change(id, { purpose: 'Other' }, bob))).toBe('FORBIDDEN')
    expect(await codeOf(customAgents.delete(id, bob))).toBe('FORBIDDEN')
    expect(await customAgents.change(id, { purpose: 'Other' }, ann)).toMatchObject({ purpose: 'Other' })
  })
})
