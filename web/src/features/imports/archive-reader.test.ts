import { strToU8, zipSync } from 'fflate'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ArchiveEntry, readArchive } from './archive-reader.ts'
import { fileNamed, hashOf } from './archive-files.ts'
import { importedConversation, isoTime, type SourceNode } from './imported.ts'
import { formatOf } from './sources/index.ts'

const read = (value: unknown) => formatOf(value)?.read(value)
const texts = (value: unknown) => read(value)?.messages.map(({ role, content }) => `${role}: ${content}`)

/** Returns all entries of an archive, without its progress. */
async function archiveEntriesOf(
  archive: File,
  wantsFile: (name: string) => boolean = () => false,
): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  for await (const entry of readArchive(archive, { wantsFile, signal: new AbortController().signal }))
    if (entry.type !== 'progress') entries.push(entry)
  return entries
}
const zip = (files: Readonly<Record<string, string | Uint8Array>>) =>
  new File(
    [
      zipSync(
        Object.fromEntries(
          Object.entries(files).map(([name, content]) => [
            name,
            typeof content === 'string' ? strToU8(content) : content,
          ]),
        ),
      ),
    ],
    'export.zip',
  )

const CHATGPT = {
  title: 'Boiler',
  create_time: 1_700_000_000.5,
  conversation_id: 'c-1',
  current_node: 'b2',
  mapping: {
    root: { id: 'root', message: null, parent: null, children: ['sys'] },
    sys: {
      id: 'sys',
      parent: 'root',
      message: { author: { role: 'system' }, content: { content_type: 'text', parts: ['You are'] } },
    },
    a: {
      id: 'a',
      parent: 'sys',
      message: {
        author: { role: 'user' },
        create_time: 1_700_000_001,
        content: {
          content_type: 'multimodal_text',
          parts: [
            { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_abc' },
            'What is this?',
          ],
        },
        recipient: 'all',
      },
    },
    b1: {
      id: 'b1',
      parent: 'a',
      message: {
        author: { role: 'assistant' },
        content: { content_type: 'text', parts: ['A valve.'] },
        metadata: { model_slug: 'gpt-4o' },
        recipient: 'all',
      },
    },
    think: {
      id: 'think',
      parent: 'a',
      message: { author: { role: 'assistant' }, content: { content_type: 'thoughts', thoughts: ['hm'] } },
    },
    call: {
      id: 'call',
      parent: 'think',
      message: {
        author: { role: 'assistant' },
        content: { content_type: 'code', language: 'python', text: 'print(1)' },
        recipient: 'python',
      },
    },
    out: {
      id: 'out',
      parent: 'call',
      message: { author: { role: 'tool' }, content: { content_type: 'execution_output', text: '1' } },
    },
    b2: {
      id: 'b2',
      parent: 'out',
      message: {
        author: { role: 'assistant' },
        content: { content_type: 'text', parts: ['A pump.'] },
        recipient: 'all',
      },
    },
    odd: {
      id: 'odd',
      parent: 'b2',
      message: { author: { role: 'assistant' }, content: { content_type: 'of_tomorrow', data: 7 } },
    },
  },
}

describe('ChatGPT', () => {
  it('brings branches, pictures, code and models; system, hidden and empty nodes are passed over', () => {
    const conversation = read(CHATGPT)
    expect(conversation).toMatchObject({
      sourceId: 'chatgpt:c-1',
      title: 'Boiler',
      createdAt: '2023-11-14T22:13:20.500Z',
      leafId: 'b2',
    })
    expect(conversation?.messages.map(({ id, parentId, files }) => [id, parentId, files])).toEqual([
      ['a', null, ['file_abc']],
      ['b1', 'a', []],
      ['call', 'a', []],
      ['out', 'call', []],
      ['b2', 'out', []],
      ['odd', 'b2', []],
    ])
    expect(conversation?.messages[1]).toMatchObject({ model: 'gpt-4o', content: 'A valve.' })
    expect(conversation?.messages[2]?.content).toBe('```python\nprint(1)\n```')
    expect(conversation?.messages[5]?.content).toContain('"of_tomorrow"')
  })

  it('keeps what was said in a voice conversation', () => {
    const part = { content_type: 'audio_transcription', text: 'Hello there' }
    const mapping = {
      a: {
        message: { author: { role: 'user' }, content: { content_type: 'multimodal_text', parts: [part] } },
      },
    }
    expect(texts({ mapping, conversation_id: 'v' })).toEqual(['user: Hello there'])
  })
})

describe('Claude', () => {
  const messages = [
    {
      uuid: 'a',
      sender: 'human',
      text: 'Hi',
      created_at: '2024-05-01T10:00:00Z',
      parent_message_uuid: '00000000-0000-4000-8000-000000000000',
      attachments: [{ file_name: 'a.txt', extracted_content: 'pasted' }],
      files: [{ file_name: 'roof.png' }],
    },
    {
      uuid: 'b',
      sender: 'assistant',
      text: 'old',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'Hello' },
        {
          type: 'tool_use',
          name: 'artifacts',
          input: { title: 'Poem', type: 'text/markdown', content: '# Sea' },
        },
      ],
      created_at: '2024-05-01T10:00:05Z',
      parent_message_uuid: 'a',
    },
    {
      uuid: 'b2',
      sender: 'assistant',
      text: 'Other',
      created_at: '2024-05-01T10:01:00Z',
      parent_message_uuid: 'a',
    },
  ]
  it('brings the tree in its list, artifacts, pasted texts and names of files', () => {
    const conversation = read({
      uuid: 'c',
      name: 'Talk',
      created_at: '2024-05-01T09:00:00Z',
      chat_messages: messages,
    })
    expect(conversation).toMatchObject({ sourceId: 'claude:c', title: 'Talk', leafId: 'b2' })
    expect(conversation?.messages.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['a', null],
      ['b', 'a'],
      ['b2', 'a'],
    ])
    expect(conversation?.messages[0]).toMatchObject({
      files: ['roof.png'],
      content: 'Hi\n\n**a.txt**\n\n```\npasted\n```',
    })
    expect(conversation?.messages[1]?.content).toBe('Hello\n\n**Poem**\n\n# Sea')
  })
  it('reads older exports, which are lists without parents', () => {
    const chat_messages = messages.map((message) => ({ ...message, parent_message_uuid: undefined }))
    expect(read({ uuid: 'c', chat_messages })?.messages.map(({ parentId }) => parentId)).toEqual([
      null,
      'a',
      'b',
    ])
  })
})

const veeMessage = (id: string, role: string, more: object = {}) => ({
  id,
  role,
  content: id,
  timestamp: '2026-01-01T00:00:00.000Z',
  ...more,
})

describe('other programs', () => {
  it.each([
    [
      'Open WebUI',
      {
        id: 'o',
        chat: {
          title: 'T',
          history: {
            currentId: 'b',
            messages: {
              a: { id: 'a', parentId: null, role: 'user', content: 'Hi', timestamp: 1_700_000_000 },
              b: {
                id: 'b',
                parentId: 'a',
                role: 'assistant',
                content: '<details type="reasoning" done="true">hm</details>\nYo',
                model: 'llama',
              },
            },
          },
        },
      },
    ],
    [
      'Open WebUI, the inner object',
      {
        title: 'T',
        history: {
          currentId: 'b',
          messages: {
            a: { role: 'user', content: 'Hi' },
            b: { parentId: 'a', role: 'assistant', content: 'Yo' },
          },
        },
      },
    ],
    [
      'LibreChat',
      {
        conversationId: 'l',
        title: 'T',
        messages: [
          {
            messageId: 'a',
            parentMessageId: '00000000-0000-0000-0000-000000000000',
            text: 'Hi',
            isCreatedByUser: true,
          },
          {
            messageId: 'b',
            parentMessageId: 'a',
            text: '',
            content: [{ type: 'text', text: 'Yo' }],
            sender: 'GPT',
          },
        ],
      },
    ],
    [
      'LibreChat, recursive',
      {
        conversationId: 'l',
        title: 'T',
        recursive: true,
        messagesTree: [
          {
            messageId: 'a',
            text: 'Hi',
            isCreatedByUser: true,
            children: [{ messageId: 'b', text: 'Yo', sender: 'GPT', children: [] }],
          },
        ],
      },
    ],
    [
      'NextChat',
      {
        id: 'n',
        topic: 'T',
        messages: [
          { role: 'system', content: 'Be' },
          { role: 'user', content: 'Hi', date: '11/14/2023, 10:13:20 PM' },
          { role: 'assistant', content: [{ type: 'text', text: 'Yo' }] },
        ],
      },
    ],
    [
      'LobeHub',
      {
        id: 't',
        title: 'T',
        lobeMessages: [
          { id: 'a', role: 'user', content: 'Hi' },
          { id: 'b', role: 'assistant', content: 'Yo', parentId: 'a' },
        ],
      },
    ],
  ])('%s', (_, value) => expect(texts(value)).toEqual(['user: Hi', 'assistant: Yo']))

  it('Gemini’s activity becomes conversations with formatted replies', () => {
    const entry = {
      header: 'Gemini Apps',
      title: 'Prompted Why is the sea salty?',
      time: '2025-01-02T03:04:05.678Z',
      safeHtmlItem: [
        {
          html: '<p>Rivers carry <b>salts</b> &amp; minerals.</p><script>alert(1)</script><ul><li>one</li></ul>',
        },
      ],
    }
    expect(texts(entry)).toEqual([
      'user: Why is the sea salty?',
      'assistant: Rivers carry **salts** & minerals.\n\n- one',
    ])
  })

  it('Vee’s own exports come back with their tree, or as the list of an older one', () => {
    const exported = {
      id: 'c',
      agentId: 'v_agent',
      title: 'T',
      createdAt: '2026-01-01T00:00:00.000Z',
      leafId: 'b',
    }
    const tree = [
      veeMessage('a', 'user', { parentId: null }),
      veeMessage('b', 'assistant', { parentId: 'a' }),
      veeMessage('b2', 'assistant', { parentId: 'a' }),
    ]
    expect(read({ ...exported, messages: tree })).toMatchObject({
      sourceId: 'vee:c',
      title: 'T',
      leafId: 'b',
    })
    expect(read({ ...exported, messages: tree })?.messages.map(({ parentId }) => parentId)).toEqual([
      null,
      'a',
      'a',
    ])
    const older = [veeMessage('a', 'user'), veeMessage('x', 'tool'), veeMessage('b', 'assistant')]
    expect(texts({ ...exported, messages: older })).toEqual(['user: a', 'assistant: b'])
  })

  it('what is no conversation is not recognized', () => {
    for (const value of [null, 7, 'x', [], {}, { id: 1 }, { messages: 'no' }])
      expect(formatOf(value)).toBeUndefined()
  })
})

describe('a tree', () => {
  it('has parents before children, one path to its leaf and no orphan, whatever the file says', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'gone')
    const node = fc.record({
      id,
      parentId: fc.option(id, { nil: undefined }),
      content: fc.constantFrom('', 'x'),
      role: fc.constantFrom('user', 'assistant'),
    })
    fc.assert(
      fc.property(fc.array(node), id, (drawn, leafId) => {
        const nodes = drawn.map((each): SourceNode => ({
          ...each,
          role: each.role === 'user' ? 'user' : 'assistant',
          files: [],
          time: undefined,
        }))
        const conversation = importedConversation({ sourceId: 's', title: '', time: 0, nodes, leafId })
        const seen = new Set<string>()
        for (const message of conversation?.messages ?? []) {
          expect(message.parentId === null || seen.has(message.parentId)).toBe(true)
          expect(seen.has(message.id)).toBe(false)
          seen.add(message.id)
        }
        expect(conversation?.leafId === undefined || seen.has(conversation.leafId)).toBe(true)
        const shown = new Set(
          [...new Map(nodes.map((each) => [each.id, each])).values()]
            .filter(({ content }) => content !== '')
            .map((each) => each.id),
        )
        expect(seen).toEqual(shown)
      }),
    )
  })

  it('splits a text that is too long for the server, and loses nothing of it', () => {
    const content = '😀'.repeat(150_000)
    const nodes = [{ id: 'a', parentId: undefined, role: 'user' as const, content, time: 1, files: ['f'] }]
    const conversation = importedConversation({ sourceId: 's', title: '', time: 0, nodes, leafId: 'a' })
    expect(conversation?.messages.map(({ content: piece }) => piece).join('')).toBe(content)
    expect(conversation?.messages.every((message) => message.content.isWellFormed())).toBe(true)
    expect(conversation?.leafId).toBe('a.1')
  })

  it.each([
    [1_700_000_000, '2023-11-14T22:13:20.000Z'],
    [1_700_000_000_000, '2023-11-14T22:13:20.000Z'],
    ['1700000000', '2023-11-14T22:13:20.000Z'],
    ['2023-11-14T22:13:20Z', '2023-11-14T22:13:20.000Z'],
    ['never', undefined],
    [-1, undefined],
    [null, undefined],
  ])('understands the time %j', (time, iso) => expect(isoTime(time)).toBe(iso))
})

const numbered = (number: number) => JSON.stringify([{ ...CHATGPT, conversation_id: `c-${number}` }])

describe('an archive', () => {
  it('is read piece by piece: numbered files, other files by name, and those that are wanted', async () => {
    const picture = new Uint8Array([1, 2, 3])
    const archive = zip({
      'conversations-000.json': numbered(0),
      'conversations-001.json': numbered(1),
      'user.json': '{"id":"me"}',
      'file_abc-sanitized.png': picture,
      'chat.html': '<p>',
    })
    const entries = await archiveEntriesOf(
      archive,
      (name) => fileNamed(name, new Set(['file_abc'])) !== undefined,
    )
    expect(
      entries.map((entry) =>
        entry.type === 'conversation'
          ? entry.conversation.sourceId
          : `${entry.type} ${entry.type === 'file' ? entry.bytes.join() : 'name' in entry ? entry.name : ''}`,
      ),
    ).toEqual(['chatgpt:c-0', 'chatgpt:c-1', 'file 1,2,3', 'file-name chat.html'])
  })

  it('may be a JSON file, with a mark of its byte order, an array or one conversation', async () => {
    for (const text of [`\uFEFF${numbered(3)}`, JSON.stringify(CHATGPT), `  \n${numbered(4)}`])
      expect(await archiveEntriesOf(new File([text], 'x.json'))).toMatchObject([{ type: 'conversation' }])
  })

  it('may be a backup of stores and tables', async () => {
    const next = {
      'chat-next-web-store': {
        sessions: [{ id: 'n', topic: 'T', messages: [{ role: 'user', content: 'Hi' }] }],
      },
    }
    const lobe = {
      data: {
        topics: [{ id: 't', title: 'Topic' }],
        messages: [{ id: 'm', topicId: 't', role: 'user', content: 'Hi', createdAt: 1_700_000_000_000 }],
      },
    }
    for (const value of [next, lobe])
      expect(await archiveEntriesOf(new File([JSON.stringify(value)], 'backup.json'))).toMatchObject([
        { type: 'conversation' },
      ])
  })

  it('that is damaged in the middle gives what came before, and says so', async () => {
    const half = `${numbered(1).slice(0, -1)},{"mapping":`
    expect((await archiveEntriesOf(new File([half], 'x.json'))).map(({ type }) => type)).toEqual([
      'conversation',
      'unreadable',
    ])
    const whole = new Uint8Array(await zip({ 'conversations.json': numbered(1) }).arrayBuffer())
    whole.fill(7, 60, 90)
    await expect(archiveEntriesOf(new File([whole], 'x.zip'))).rejects.toMatchObject({
      name: 'ArchiveError',
      reason: 'damaged',
    })
  })

  it('is the same file if its bytes are, whatever it is called', async () => {
    const [one, same, other] = [new File(['abc'], 'a'), new File(['abc'], 'b'), new File(['abd'], 'a')]
    expect(await hashOf(one)).toBe(await hashOf(same))
    expect(await hashOf(one)).not.toBe(await hashOf(other))
    expect(await hashOf(one)).toMatch(/^[0-9a-f]{32}$/)
  })
})
