import { strToU8, zipSync } from 'fflate'
import { describe, expect, it, test } from 'vitest'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import { loadViewTexts } from '#i18n/index.ts'
import type { FakeVee } from '../../../../fakes/vee/index.ts'
import { readArchive } from './archive-reader.ts'
import { importProjects } from './import-projects.ts'
import { ExtrasFound } from './extras-found.ts'
import type { ImportedConversation } from './imported.ts'
import { isOwnArchive } from './own-archive.ts'

// Projects, folders, tags, pins and assistants in the shapes of real exports, and of damaged ones.

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh), loadViewTexts)

async function readAll(...files: readonly unknown[]) {
  const archive = new File(
    [
      zipSync(
        Object.fromEntries(files.map((file, index) => [`${index}.json`, strToU8(JSON.stringify(file))])),
      ),
    ],
    'export.zip',
  )
  const extras = new ExtrasFound()
  const conversations: ImportedConversation[] = []
  for await (const entry of readArchive(archive, {
    wantsFile: () => false,
    signal: new AbortController().signal,
  })) {
    if (entry.type === 'extras') extras.add(entry.extras)
    if (entry.type === 'conversation') conversations.push(entry.conversation)
  }
  return {
    labels: conversations.map(({ labels }) => labels),
    projects: extras.projects,
    agents: extras.agents,
  }
}

const node = (role: string, text: string, metadata: object = {}) => ({
  message: { author: { role }, content: { content_type: 'text', parts: [text] }, metadata },
})

const chatgptConversation = (more: object) => ({
  conversation_id: 'c1',
  title: 'Tiles',
  mapping: {
    context: {
      message: {
        author: { role: 'user' },
        content: { content_type: 'user_editable_context', user_profile: 'x', user_instructions: 'y' },
        metadata: {
          is_visually_hidden_from_conversation: true,
          user_context_message_data: {
            about_user_message: 'I lay tiles.',
            about_model_message: 'Be short.\nNo lists.',
          },
        },
      },
    },
    a: { parent: 'context', ...node('user', 'Which grout?') },
  },
  ...more,
})

describe('ChatGPT', () => {
  it('has projects by their ids, pins, the archive, and the instructions of the account', async () => {
    const found = await readAll([
      chatgptConversation({ gizmo_id: 'g-p-67ab', is_starred: true, is_archived: false }),
      chatgptConversation({
        conversation_id: 'c2',
        conversation_template_id: 'g-p-67ab',
        pinned_time: 1_760_000_000.5,
      }),
      chatgptConversation({
        conversation_id: 'c3',
        gizmo_id: 'g-2fkFE8rbu',
        is_archived: true,
        is_starred: null,
      }),
    ])
    expect(found.labels).toEqual([
      { projectId: 'chatgpt:g-p-67ab', isPinned: true, isArchived: false },
      { projectId: 'chatgpt:g-p-67ab', isPinned: true, isArchived: false },
      { isPinned: false, isArchived: true },
    ])
    expect(found.projects).toEqual([{ id: 'chatgpt:g-p-67ab', name: undefined, instructions: '' }])
    expect(found.agents).toEqual([
      {
        name: 'ChatGPT',
        purpose: 'Be short.',
        instructions: 'Be short.\nNo lists.\n\nI lay tiles.',
        startingPrompts: [],
      },
    ])
  })

  it('that is damaged there still gives its conversations', async () => {
    const found = await readAll(
      [
        chatgptConversation({
          gizmo_id: 7,
          conversation_template_id: ['g-p-1'],
          is_starred: 'yes',
          pinned_time: {},
        }),
      ],
      { chat_settings: 'none' },
      { chat_settings: { custom_instructions: { about_model_message: ['x'] } } },
    )
    expect(found.labels).toEqual([{ isPinned: false, isArchived: false }])
    expect(found.projects).toEqual([])
  })
})

const claudeConversation = (more: object = {}) => ({
  uuid: 't1',
  name: 'Roof',
  chat_messages: [{ uuid: 'm1', sender: 'human', text: 'Hello', created_at: '2025-01-01T00:00:00Z' }],
  ...more,
})

describe('Claude', () => {
  const project = {
    uuid: 'p1',
    name: 'House',
    description: 'All about it',
    is_private: true,
    is_starter_project: false,
    prompt_template: 'Answer in metres.',
    created_at: '2025-01-01T00:00:00Z',
    docs: [{ uuid: 'd1', filename: 'plan.txt', content: 'Plan' }],
  }

  it('has projects with instructions, in one file or in a file each, without those that come with an account', async () => {
    const documents = [{ name: 'plan.txt', text: 'Plan' }]
    const expected = [
      { id: 'claude:p1', name: 'House', instructions: 'All about it\n\nAnswer in metres.', documents },
    ]
    const starter = { ...project, uuid: 'p0', name: 'How to use Claude', is_starter_project: true }
    const listed = await readAll(
      [claudeConversation({ project: { uuid: 'p1', name: 'House' } })],
      [project, starter],
    )
    expect(listed.projects).toEqual(expected)
    expect(listed.labels).toEqual([{ projectId: 'claude:p1', isPinned: false }])
    expect((await readAll([claudeConversation()], project)).projects).toEqual(expected)
  })

  it('keeps what can be read of the documents of a project', async () => {
    const docs = [
      { uuid: 'd1', filename: ' report.pdf', content: 'Page one', created_at: '2025-01-01T00:00:00Z' },
      { uuid: 'd2', filename: 7, content: 'Without a name' },
      { uuid: 'd3', filename: 'empty.md', content: ' ' },
      { uuid: 'd4', filename: 'gone.md' },
      null,
      'x',
    ]
    expect((await readAll([claudeConversation()], [{ ...project, docs }])).projects).toMatchObject([
      {
        documents: [
          { name: 'report.pdf', text: 'Page one' },
          { name: 'Document', text: 'Without a name' },
        ],
      },
    ])
  })

  it('that is damaged there still gives its conversations', async () => {
    const found = await readAll(
      [claudeConversation({ project: 'House', project_uuid: null })],
      [{ ...project, docs: 'none' }, { ...project, prompt_template: null }, null, 'x'],
    )
    expect(found).toEqual({ labels: [{ isPinned: false }], projects: [], agents: [] })
  })
})

const webuiChat = (more: object) => ({
  id: 'w1',
  chat: { title: 'Bread', history: { currentId: 'a', messages: { a: { role: 'user', content: 'Hi' } } } },
  ...more,
})

describe('Open WebUI', () => {
  it('has folders, tags, pins and assistants', async () => {
    const found = await readAll(
      [webuiChat({ folder_id: 'f1', meta: { tags: ['food', 'rye'] }, pinned: true, archived: true })],
      [{ id: 'f1', parent_id: null, name: 'Kitchen', is_expanded: false, data: { system_prompt: 'Grams.' } }],
      [
        {
          id: 'baker',
          name: 'Baker',
          base_model_id: 'llama3',
          params: { system: 'You bake.' },
          meta: { description: 'Bakes', suggestion_prompts: [{ content: 'Rye?' }, { content: 5 }] },
        },
        { id: 'plain', name: 'Plain', base_model_id: 'llama3', params: {}, meta: null },
      ],
    )
    expect(found).toEqual({
      labels: [{ projectId: 'open-webui:f1', tags: ['food', 'rye'], isPinned: true, isArchived: true }],
      projects: [{ id: 'open-webui:f1', name: 'Kitchen', instructions: 'Grams.' }],
      agents: [{ name: 'Baker', purpose: 'Bakes', instructions: 'You bake.', startingPrompts: ['Rye?'] }],
    })
  })

  it('that is damaged there still gives its conversations', async () => {
    const found = await readAll([webuiChat({ folder_id: 3, meta: 'x', pinned: 1 })])
    expect(found.labels).toEqual([{ tags: [], isPinned: false, isArchived: false }])
  })
})

const libreChat = (options: unknown, tags: unknown) => ({
  conversationId: 'l1',
  title: 'Garden',
  options,
  tags,
  messages: [{ messageId: 'a', text: 'Hi', isCreatedByUser: true, createdAt: '2025-01-01T00:00:00Z' }],
})

it('LibreChat has tags, and the instructions of a conversation as a proposal', async () => {
  const found = await readAll(
    libreChat({ promptPrefix: 'You are a gardener.', modelLabel: 'Gardener' }, ['green', 3]),
  )
  expect(found.labels).toEqual([{ tags: ['green'], isArchived: false }])
  expect(found.agents).toMatchObject([{ name: 'Gardener', purpose: 'You are a gardener.' }])
  expect((await readAll(libreChat(null, 'green'))).agents).toEqual([])
})

it('LobeHub has groups, favourites and assistants', async () => {
  const data = {
    sessionGroups: [{ id: 'g1', name: 'Work' }],
    sessions: [
      {
        id: 's1',
        type: 'agent',
        group: 'g1',
        meta: { title: 'Coder', description: 'Writes code' },
        config: { systemRole: 'You write Rust.', openingQuestions: ['What first?'] },
      },
      { id: 's2', meta: null, config: 'x' },
    ],
    topics: [{ id: 't1', sessionId: 's1', title: 'Borrowing', favorite: true }],
    messages: [
      {
        id: 'm1',
        sessionId: 's1',
        topicId: 't1',
        role: 'user',
        content: 'Why?',
        createdAt: 1_700_000_000_000,
      },
      { id: 'm2', sessionId: 's2', topicId: null, role: 'user', content: 'Hi', createdAt: 1_700_000_000_000 },
    ],
  }
  expect(await readAll({ exportType: 'all', data, version: 7 })).toEqual({
    labels: [{ projectId: 'lobehub:g1', isPinned: true }, { isPinned: false }],
    projects: [{ id: 'lobehub:g1', name: 'Work', instructions: '' }],
    agents: [
      {
        name: 'Coder',
        purpose: 'Writes code',
        instructions: 'You write Rust.',
        startingPrompts: ['What first?'],
      },
    ],
  })
})

it('NextChat has masks', async () => {
  const session = {
    id: 'n1',
    topic: 'Trip',
    messages: [{ id: 'a', role: 'user', content: 'Hi', date: '2025-01-01T00:00:00Z' }],
    mask: {
      name: 'Guide',
      context: [
        { role: 'system', content: 'You guide.' },
        { role: 'user', content: 'x' },
      ],
    },
  }
  expect((await readAll({ 'chat-next-web-store': { sessions: [session] } })).agents).toMatchObject([
    { name: 'Guide', instructions: 'You guide.' },
  ])
})

const projectNamed = (name: string, id: string) => ({ id, name, right: 'edit' })

test('projects are found by their names, made where there is none, and numbered where the export names none', async () => {
  const ids = importProjects(createApi({ origin: vee.url }), 'chatgpt', [
    { id: 'a', name: 'House', instructions: '' },
    { id: 'b', name: undefined, instructions: '' },
    { id: 'c', name: 'Garden\nwork', instructions: 'Metric.' },
  ])
  ;(await vee.next()).json(200, {
    items: [projectNamed('House', 'p1'), projectNamed('ChatGPT 1', 'p2')],
    nextCursor: null,
  })
  const second = await vee.next()
  expect(second.body).toEqual({ name: 'ChatGPT 2', instructions: '' })
  second.json(201, projectNamed('ChatGPT 2', 'p3'))
  const third = await vee.next()
  expect(third.body).toEqual({ name: 'Garden work', instructions: 'Metric.' })
  third.json(413, { error: 'STORAGE_FULL', message: 'full' })
  expect([...(await ids)]).toEqual([
    ['a', 'p1'],
    ['b', 'p3'],
  ])
})

const zipOf = (files: Readonly<Record<string, string>>) =>
  new File(
    [zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))],
    'x.zip',
  )

test('an archive of Vee is told from other zips', async () => {
  expect(await isOwnArchive(zipOf({ 'manifest.json': '{\n "format": "vee-archive",\n "version": 1}' }))).toBe(
    true,
  )
  expect(
    await isOwnArchive(zipOf({ 'manifest.json': '{"format":"other"}', 'a.json': '"vee-archive"' })),
  ).toBe(false)
  expect(await isOwnArchive(zipOf({ 'conversations.json': '[]' }))).toBe(false)
  expect(await isOwnArchive(new File(['PK\u0003\u0004 and then nothing'], 'x.zip'))).toBe(false)
})
