import { describe, expect, it } from 'vitest'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import { loadAgents } from '#agents/index.ts'
import { AGENTS_DIRECTORY } from '#lib/project-files.ts'
import type { Caller } from '../../accounts/index.ts'
import { createAgentCatalogue } from '../catalogue/index.ts'
import { createPeople } from '../../organizations/fixtures/people.ts'
import { createPersonas } from './personas.ts'

const database = await openFileDatabase()

let time = 1_000
const personas = () =>
  createPersonas({
    database,
    agents: createAgentCatalogue(loadAgents(AGENTS_DIRECTORY)),
    now: () => time++,
  })
const visitor = (name: string): Caller => ({ kind: 'visitor', id: `session:${name}`, ip: '192.0.2.1' })

const member = async (id: string): Promise<Caller> =>
  (await createPeople(database, () => time).person(id)).caller

const here = { agentId: 'v_agent', conversationId: 'conv-1' }

describe.each(['visitor', 'member'] as const)('the persona of a %s', (kind) => {
  const callerOf = (name: string) => (kind === 'visitor' ? visitor(name) : member(`${kind}-${name}`))

  it('is stored trimmed, for one conversation and agent, and only for its caller', async () => {
    const kept = personas()
    const ann = await callerOf('ann')
    expect(await kept.set(ann, here, '  a pirate \n')).toBe('a pirate')
    expect(await kept.of(ann, 'v_agent', 'conv-1')).toBe('a pirate')
    expect(await kept.of(ann, 'v_agent', 'conv-2')).toBeNull()
    expect(await kept.of(ann, 'tutor_agent', 'conv-1')).toBeNull()
    expect(await kept.of(await callerOf('bob'), 'v_agent', 'conv-1')).toBeNull()
  })

  it('replaces the previous one, and an empty one removes it', async () => {
    const kept = personas()
    const eve = await callerOf('eve')
    await kept.set(eve, here, 'a pirate')
    await kept.set(eve, { ...here, agentId: 'general' }, 'a judge')
    expect(await kept.of(eve, 'v_agent', 'conv-1')).toBe('a judge')
    expect(await kept.set(eve, here, '   ')).toBeNull()
    expect(await kept.of(eve, 'v_agent', 'conv-1')).toBeNull()
    await kept.set(eve, here, 'a judge')
    expect(await kept.set(eve, here, null)).toBeNull()
    expect(await kept.of(eve, 'v_agent', 'conv-1')).toBeNull()
  })

  it('is rejected for an unknown agent', async () => {
    const zoe = await callerOf('zoe')
    await expect(personas().set(zoe, { ...here, agentId: 'nobody' }, 'x')).rejects.toMatchObject({
      code: 'AGENT_UNKNOWN',
    })
  })
})

it('persists over a restart for members, but not for visitors', async () => {
  const lea = await member('lea')
  const first = personas()
  await first.set(lea, here, 'a pirate')
  await first.set(visitor('lea'), here, 'a pirate')
  const next = personas()
  expect(await next.of(lea, 'v_agent', 'conv-1')).toBe('a pirate')
  expect(await next.of(visitor('lea'), 'v_agent', 'conv-1')).toBeNull()
})

it.each([
  ['a visitor', 50, () => visitor('many')],
  ['a member', 500, () => member('many')],
] as const)('of %s, only the newest %i are stored', async (_, most, callerOf) => {
  const kept = personas()
  const caller = await callerOf()
  for (let count = 0; count <= most; count++)
    await kept.set(caller, { ...here, conversationId: `conv-${count}` }, 'x')
  expect(await kept.of(caller, 'v_agent', 'conv-0')).toBeNull()
  expect(await kept.of(caller, 'v_agent', 'conv-1')).toBe('x')
  expect(await kept.of(caller, 'v_agent', `conv-${most}`)).toBe('x')
})
