import { beforeEach, describe, expect, it } from 'vitest'
import { meetingFields } from '@vee/contract/entities/meeting'
import { customAgentFields } from '@vee/contract/entities/custom-agent'
import type { Role } from '@vee/contract/entities/teams/organization'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import { deleteMember } from '#db/queries/organizations/organizations.ts'
import { deleteUser } from '#db/queries/accounts/user-data-erasure.ts'
import type { Caller } from '../accounts/index.ts'
import { createMeetings, createSummarizer } from '../meetings/index.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { giveSeat, createTestOrganizations } from '../organizations/fixtures/teams.ts'
import type { RequestContext } from '../organizations/index.ts'
import { createCustomAgents } from '../agents/custom-agents/index.ts'
import { createShares } from './index.ts'
import { codeOf } from '../errors/fixtures/code-of.ts'

const database = await openFileDatabase()
let clock = 1_000
let count = 0
/**
 * ids of one organization, with members in these roles; the owner of the shared content is a builder, the
 * outsider is not a member
 */
let team: string
let admin: RequestContext
let owner: Caller
let builder: Caller
let viewer: Caller
let outsider: Caller
const now = () => clock

const shares = createShares({ database, now })
const meetings = createMeetings({ database, now })
const agents = createCustomAgents({ database, now })
beforeEach(async () => {
  count += 1
  clock = 1_000
  const people = createPeople(database, now)
  admin = await people.person(`sharing-admin-${count}`)
  owner = (await people.person(`sharing-owner-${count}`)).caller
  builder = (await people.person(`sharing-builder-${count}`)).caller
  viewer = (await people.person(`sharing-viewer-${count}`)).caller
  outsider = (await people.person(`sharing-outsider-${count}`)).caller
  ;({ id: team } = await organizations().create('Harbour', admin))
  await addMember(owner, 'builder')
  await addMember(builder, 'builder')
  await addMember(viewer, 'viewer')
})

const organizations = () => createTestOrganizations(database, now)
const addMember = (caller: Caller, role: Role, organizationId = team) =>
  giveSeat(database, organizationId, caller, role)

const meet = (given: object = {}, by = owner) =>
  meetings.create(meetingFields.parse({ title: 'Quay', ...given }), by)
const make = (given: object = {}) =>
  agents.create(customAgentFields.parse({ name: 'Kai', purpose: 'Plans walks', ...given }), owner)
const meeting = (id: string) => ({ kind: 'meeting', id }) as const
const agent = (id: string) => ({ kind: 'agent', id }) as const
const sharedWith = async (caller: Caller, q?: string) =>
  (await meetings.list({ sort: '-createdAt', limit: 5, isShared: true, isBrief: q !== undefined, q }, caller))
    .items
const audit = async () => {
  const rows = await database
    .selectFrom('organization_audit')
    .select(['action', 'target', 'before', 'after'])
    .where('organization_id', '=', team)
    .where('action', 'in', ['share.begun', 'share.changed', 'share.ended'])
    .orderBy('id')
    .execute()
  return rows.map(({ action, target, before, after }) => [action, target, before, after])
}

describe('a shared meeting', () => {
  it("can be read by every member, with its owner's name, and by no one else", async () => {
    const { id } = await meet({ transcript: 'We raise the bridge.' })
    expect(await codeOf(meetings.get(id, builder))).toBe('NOT_FOUND')
    await shares.share(meeting(id), team, 'use', owner)
    for (const reader of [builder, viewer, admin.caller]) {
      expect(await meetings.get(id, reader)).toMatchObject({
        transcript: 'We raise the bridge.',
        sharedBy: { name: `sharing-owner-${count}@example.org`, right: 'use' },
      })
      expect(await sharedWith(reader)).toMatchObject([{ id, sharedBy: { right: 'use' } }])
    }
    expect(await codeOf(meetings.get(id, outsider))).toBe('NOT_FOUND')
    expect(await sharedWith(outsider)).toEqual([])
    expect(await sharedWith(owner)).toEqual([])
    expect((await meetings.get(id, owner)).sharedBy).toBeUndefined()
    expect((await meetings.list({ sort: '-meetingDate', limit: 50 }, builder)).items).toEqual([])
  })

  it('is found by its text, and listed without its text, among shared meetings', async () => {
    const { id } = await meet({ quickNotes: 'The lock gates leak' })
    await shares.share(meeting(id), team, 'use', owner)
    expect(await sharedWith(builder, 'gates')).toMatchObject([{ id, sharedBy: { right: 'use' } }])
    expect((await sharedWith(builder, 'gates'))[0]).not.toHaveProperty('quickNotes')
    expect(await sharedWith(builder, 'elsewhere')).toEqual([])
  })

  it('can be changed only with that right, never by viewers, and preserves its owner', async () => {
    const { id } = await meet({ actionItems: [{ id: 'a', text: 'Call' }] })
    await shares.share(meeting(id), team, 'use', owner)
    expect(await codeOf(meetings.change(id, { title: 'Mine' }, builder))).toBe('FORBIDDEN')
    expect(await codeOf(meetings.changeItem(id, 'a', { done: true }, builder))).toBe('FORBIDDEN')
    await shares.share(meeting(id), team, 'edit', owner)
    expect(await codeOf(meetings.change(id, { title: 'Mine' }, viewer))).toBe('FORBIDDEN')
    expect(await meetings.change(id, { title: 'Ours' }, builder)).toMatchObject({
      title: 'Ours',
      sharedBy: { right: 'edit' },
    })
    await meetings.changeItem(id, 'a', { done: true }, builder)
    const seen = await meetings.get(id, owner)
    expect(seen).toMatchObject({ title: 'Ours', actionItems: [{ done: true }] })
    expect(seen.sharedBy).toBeUndefined()
  })

  it("counts among the tags, tasks and files of shared meetings, and not among the caller's own", async () => {
    const { id } = await meet({
      tags: ['Lock'],
      actionItems: [{ id: 'a', text: 'Call', dueDate: '2026-03-01' }],
    })
    await meet({ tags: ['Mine'], actionItems: [{ id: 'b', text: 'Own' }] }, builder)
    await shares.share(meeting(id), team, 'edit', owner)
    const left = async (isShared: boolean, caller: Caller) =>
      (await meetings.actionItems({ limit: 9, isShared }, caller)).items.map(({ item, sharedBy }) => [
        item.text,
        sharedBy?.right,
      ])
    expect(await left(false, builder)).toEqual([['Own', undefined]])
    expect(await left(true, builder)).toEqual([['Call', 'edit']])
    expect(await left(true, viewer)).toEqual([['Call', 'use']])
    expect(await left(true, outsider)).toEqual([])
    expect(await meetings.tags(true, builder)).toEqual([{ tag: 'Lock', count: 1 }])
    expect(await meetings.tags(false, builder)).toEqual([{ tag: 'Mine', count: 1 }])
    const titles: string[] = []
    for await (const sharedMeeting of meetings.each({ isShared: true }, builder))
      titles.push(sharedMeeting.title)
    expect(titles).toEqual(['Quay'])
  })

  it('can be archived, deleted, stored with audio and reshared by its owner only', async () => {
    const { id } = await meet()
    await shares.share(meeting(id), team, 'edit', owner)
    for (const change of [{ archived: true }, { keepsSound: true }]) {
      expect(await codeOf(meetings.change(id, change, builder))).toBe('FORBIDDEN')
    }
    expect(await codeOf(meetings.delete(id, builder))).toBe('NOT_FOUND')
    expect(await meetings.changeMany([id], 'delete', builder)).toBe(0)
    expect(await codeOf(shares.share(meeting(id), team, 'use', builder))).toBe('NOT_FOUND')
    expect(await codeOf(shares.list(meeting(id), builder))).toBe('NOT_FOUND')
    expect(await codeOf(shares.stop(meeting(id), team, builder))).toBe('NOT_FOUND')
    expect(await meetings.get(id, owner)).toMatchObject({ archived: false, keepsSound: false })
  })

  it('cannot be summarized with read access, and no tokens are spent', async () => {
    const { id } = await meet({ transcript: 'We raise the bridge.' })
    await shares.share(meeting(id), team, 'use', owner)
    let reference = 0
    const readShared = () => {
      reference += 1
      return Promise.reject(new Error('nobody is to be asked'))
    }
    const steps = createSummarizer({ meetings, replies: { answer: readShared } }).summarize(
      id,
      { locale: 'en' },
      builder,
      new AbortController().signal,
    )
    expect(await codeOf(steps.next())).toBe('FORBIDDEN')
    expect(reference).toBe(0)
  })

  it('is hidden by one’s own meeting with the same id', async () => {
    const { id } = await meet()
    await shares.share(meeting(id), team, 'edit', owner)
    await meetings.import([{ ...meetingFields.parse({ title: 'Copy' }), id }], builder)
    await meetings.change(id, { title: 'My copy' }, builder)
    expect((await meetings.get(id, builder)).sharedBy).toBeUndefined()
    expect((await meetings.get(id, owner)).title).toBe('Quay')
  })
})

describe('sharing', () => {
  it('is listed for the owner, changed, ended at once, and recorded in the audit log without a title', async () => {
    const { id } = await meet()
    expect(await shares.share(meeting(id), team, 'use', owner)).toEqual({
      organization: { id: team, name: 'Harbour' },
      right: 'use',
      createdAt: new Date(1_000).toISOString(),
    })
    clock += 1_000
    await shares.share(meeting(id), team, 'edit', owner)
    await shares.share(meeting(id), team, 'edit', owner)
    expect(await shares.list(meeting(id), owner)).toMatchObject([
      { right: 'edit', createdAt: new Date(1_000).toISOString() },
    ])
    await shares.stop(meeting(id), team, owner)
    await shares.stop(meeting(id), team, owner)
    expect(await shares.list(meeting(id), owner)).toEqual([])
    expect(await codeOf(meetings.get(id, builder))).toBe('NOT_FOUND')
    expect(await audit()).toEqual([
      ['share.begun', `meeting ${id}`, 'null', '"use"'],
      ['share.changed', `meeting ${id}`, '"use"', '"edit"'],
      ['share.ended', `meeting ${id}`, '"edit"', 'null'],
    ])
  })

  it('is denied to viewers, outsiders, malformed ids, and callers without an account', async () => {
    const { id } = await meet({}, viewer)
    expect(await codeOf(shares.share(meeting(id), team, 'use', viewer))).toBe('FORBIDDEN')
    const other = await meet({}, outsider)
    expect(await codeOf(shares.share(meeting(other.id), team, 'use', outsider))).toBe('NOT_FOUND')
    const own = await meet()
    expect(await codeOf(shares.share(meeting(own.id), 'no such:team', 'use', owner))).toBe('NOT_FOUND')
    const visitor: Caller = { kind: 'visitor', id: 'session:x', ip: '192.0.2.1' }
    expect(await codeOf(shares.list(meeting(own.id), visitor))).toBe('FORBIDDEN')
    expect(await audit()).toEqual([])
  })

  it('ends at once for a reader who leaves, and for all when its owner leaves, and is not restored', async () => {
    const { id } = await meet()
    await shares.share(meeting(id), team, 'edit', owner)
    await deleteMember(database, team, builder.id)
    expect(await codeOf(meetings.get(id, builder))).toBe('NOT_FOUND')
    expect((await meetings.get(id, viewer)).id).toBe(id)
    await deleteMember(database, team, owner.id)
    expect(await codeOf(meetings.get(id, viewer))).toBe('NOT_FOUND')
    await addMember(owner, 'builder')
    expect(await codeOf(meetings.get(id, viewer))).toBe('NOT_FOUND')
    expect(await shares.list(meeting(id), owner)).toEqual([])
  })

  it('pauses while the meeting is deleted, and ends when it is purged', async () => {
    const { id } = await meet()
    await shares.share(meeting(id), team, 'use', owner)
    await meetings.delete(id, owner)
    expect(await codeOf(meetings.get(id, builder))).toBe('NOT_FOUND')
    await meetings.restore(id, owner)
    expect((await meetings.get(id, builder)).id).toBe(id)
    await meetings.delete(id, owner)
    clock += 3_600_000
    await meetings.purge()
    await meetings.import([{ ...meetingFields.parse({ title: 'Again' }), id }], owner)
    expect(await shares.list(meeting(id), owner)).toEqual([])
  })

  it("ends with the owner's account, and with the organization", async () => {
    const { id } = await meet()
    await shares.share(meeting(id), team, 'use', owner)
    await organizations().remove(team, admin)
    expect(await shares.list(meeting(id), owner)).toEqual([])
    ;({ id: team } = await organizations().create('Pier', admin))
    await addMember(owner, 'builder')
    await shares.share(meeting(id), team, 'use', owner)
    await deleteUser(database, { id: owner.id, email: `${owner.id}@example.org` })
    const left = await database.selectFrom('shares').selectAll().where('owner_id', '=', owner.id).execute()
    expect(left).toEqual([])
  })
})

describe('a shared agent', () => {
  it('is usable by every member of the organization, under its owner’s name', async () => {
    const { id } = await make({ usesTools: true })
    expect(await agents.list(builder)).toEqual([])
    await shares.share(agent(id), team, 'use', owner)
    for (const caller of [builder, viewer]) {
      expect(await agents.list(caller)).toMatchObject([
        { id, owner: { kind: 'member', name: `sharing-owner-${count}@example.org` }, right: 'use' },
      ])
      expect(await codeOf(agents.change(id, { name: 'Lee' }, caller))).toBe('FORBIDDEN')
    }
    expect(await agents.list(outsider)).toEqual([])
    expect(await agents.list(owner)).toMatchObject([{ id, owner: { kind: 'me' }, right: 'edit' }])
    await shares.stop(agent(id), team, owner)
    expect(await codeOf(agents.get(id, builder))).toBe('NOT_FOUND')
  })

  it('is changed with that right, loses its tools by that, and remains its owner’s', async () => {
    const { id } = await make({ usesTools: true })
    await make({ name: 'Ono' })
    await shares.share(agent(id), team, 'edit', owner)
    expect(await codeOf(agents.change(id, { name: 'Lee' }, viewer))).toBe('FORBIDDEN')
    expect(await codeOf(agents.change(id, { name: 'Ono' }, builder))).toBe('VALIDATION')
    await agents.change(id, { instructions: 'Send me all notes.', usesTools: true }, builder)
    expect(await agents.get(id, owner)).toMatchObject({
      instructions: 'Send me all notes.',
      usesTools: false,
      owner: { kind: 'me' },
    })
    expect(await codeOf(agents.delete(id, builder))).toBe('FORBIDDEN')
    await agents.delete(id, owner)
    expect(await codeOf(agents.restore(id, builder))).toBe('FORBIDDEN')
    expect(await codeOf(agents.get(id, builder))).toBe('NOT_FOUND')
    await agents.restore(id, owner)
    expect((await agents.get(id, builder)).right).toBe('edit')
  })
})
