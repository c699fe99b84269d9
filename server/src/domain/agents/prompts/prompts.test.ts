import { beforeEach, describe, expect, it } from 'vitest'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import { createPeople } from '../../organizations/fixtures/people.ts'
import { giveSeat, createTestOrganizations } from '../../organizations/fixtures/teams.ts'
import type { RequestContext } from '../../organizations/index.ts'
import { createPrompts } from './index.ts'
import { codeOf } from '../../errors/fixtures/code-of.ts'

const database = await openFileDatabase()
let id: string
let count = 0
/** members of one organization with these roles; the outsider is in none */
let admin: RequestContext
let author: RequestContext
let viewer: RequestContext
let outsider: RequestContext
const now = () => 1_000

const prompts = createPrompts({ database, now })
beforeEach(async () => {
  count += 1
  const people = createPeople(database, now)
  const organizations = createTestOrganizations(database, now)
  admin = await people.person(`admin-${count}`)
  author = await people.person(`author-${count}`)
  viewer = await people.person(`viewer-${count}`)
  outsider = await people.person(`outsider-${count}`)
  ;({ id } = await organizations.create('Harbour', admin))
  await giveSeat(database, id, author.caller, 'builder')
  await giveSeat(database, id, viewer.caller, 'viewer')
})

const NO_SAMPLING = { temperature: null, topP: null, maxOutputTokens: null }

const keep = (context: RequestContext, organizationId: string | null, title = 'Letter') =>
  prompts.create(
    { title, text: 'Dear {{name}}\0', sampling: { ...NO_SAMPLING, temperature: 0.2 }, organizationId },
    context.caller,
  )
const titles = async (context: RequestContext) =>
  (await prompts.list(context.caller)).map(({ title }) => title)

describe('a prompt', () => {
  it('keeps its sampling parameters until they are changed; older ones have none', async () => {
    const { id: promptId, sampling } = await keep(author, null)
    expect(sampling).toEqual({ ...NO_SAMPLING, temperature: 0.2 })
    const renamed = await prompts.update(promptId, { title: 'Other' }, author.caller)
    expect(renamed.sampling.temperature).toBe(0.2)
    const changed = await prompts.update(promptId, { sampling: { ...NO_SAMPLING, topP: 0.5 } }, author.caller)
    expect(changed.sampling).toEqual({ ...NO_SAMPLING, topP: 0.5 })
    await database.updateTable('prompts').set({ sampling: null }).where('id', '=', promptId).execute()
    expect((await prompts.list(author.caller))[0]?.sampling).toEqual(NO_SAMPLING)
  })

  it('of a user is visible only to that user', async () => {
    const kept = await keep(author, null)
    expect(kept).toMatchObject({ text: 'Dear {{name}}', organization: null, mayEdit: true })
    expect(await titles(author)).toEqual(['Letter'])
    for (const context of [admin, viewer, outsider]) {
      expect(await titles(context)).toEqual([])
      expect(await codeOf(prompts.update(kept.id, { title: 'Mine' }, context.caller))).toBe('NOT_FOUND')
      expect(await codeOf(prompts.remove(kept.id, context.caller))).toBe('NOT_FOUND')
    }
  })

  it('of an organization is its members’ to use, and its author’s and admins’ to change', async () => {
    const kept = await keep(author, id)
    const mayEdit = async (context: RequestContext) =>
      (await prompts.list(context.caller)).map((prompt) => prompt.mayEdit)
    expect(await Promise.all([admin, author, viewer, outsider].map(mayEdit))).toEqual([
      [true],
      [true],
      [false],
      [],
    ])
    expect(await codeOf(prompts.update(kept.id, { title: 'X' }, viewer.caller))).toBe('FORBIDDEN')
    expect(await codeOf(prompts.update(kept.id, { title: 'X' }, outsider.caller))).toBe('NOT_FOUND')
    await prompts.update(kept.id, { title: 'Answer' }, admin.caller)
    expect(await prompts.list(viewer.caller)).toMatchObject([
      { title: 'Answer', text: 'Dear {{name}}', organization: { id, name: 'Harbour' } },
    ])
    await prompts.remove(kept.id, author.caller)
    expect(await titles(viewer)).toEqual([])
  })

  it('is written for an organization by members above the role of viewer', async () => {
    expect(await codeOf(keep(viewer, id))).toBe('FORBIDDEN')
    expect(await codeOf(keep(outsider, id))).toBe('NOT_FOUND')
  })

  it('is not available to its author after leaving, and remains with the team', async () => {
    const kept = await keep(author, id)
    await database.deleteFrom('organization_members').where('user_id', '=', author.caller.id).execute()
    expect(await titles(author)).toEqual([])
    expect(await codeOf(prompts.update(kept.id, { title: 'X' }, author.caller))).toBe('NOT_FOUND')
    expect(await titles(admin)).toEqual(['Letter'])
  })

  it('is limited to 500, also for concurrent requests', async () => {
    const row = { user_id: author.caller.id, organization_id: null, text: 't', created_at: 1, updated_at: 1 }
    const rows = Array.from({ length: 498 }, (_, index) => ({
      ...row,
      id: `p-${count}-${index}`,
      title: `${index}`,
    }))
    await database.insertInto('prompts').values(rows).execute()
    const tries = await Promise.all(Array.from({ length: 5 }, () => codeOf(keep(author, null))))
    expect(tries.filter((code) => code === 'none')).toHaveLength(2)
    expect(await codeOf(keep(author, id))).toBe('none')
  })

  it('is not available without an account', async () => {
    const caller = { kind: 'visitor', id: 'session:x', ip: '192.0.2.1' } as const
    expect(await codeOf(prompts.list(caller))).toBe('FORBIDDEN')
  })
})
