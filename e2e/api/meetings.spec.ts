import { expect, test, type Api } from './api.ts'

interface Meeting {
  readonly id: string
  readonly title: string
}

/** Returns the headers of a new member. */
async function member(api: Api, name: string): Promise<Readonly<Record<string, string>>> {
  const body = { email: `${name}@example.org`, password: 'a-long-passw0rd', acceptTerms: true }
  const { json } = await api.call('POST', '/auth/register', { body })
  return { authorization: `Bearer ${(json as { token: string }).token}` }
}

test('a meeting is stored, found, summarized with evidence, exported, and imported only once', async ({
  api,
  upstream,
}) => {
  const headers = await member(api, 'meeting-ann')
  const made = await api.call('POST', '/meetings', {
    headers,
    body: {
      title: 'Harbour',
      participants: ['Ann', 'Bob'],
      transcript: 'Ann: We buy the boat.\nBob: I call the port by Friday.',
      tags: ['plan'],
      meetingDate: '2026-03-01',
    },
  })
  expect(made.status).toBe(201)
  const { id } = made.json as Meeting
  const found = await api.call('GET', '/meetings?q=boat&participant=bob&from=2026-03-01&to=2026-03-01', {
    headers,
  })
  expect(found.json).toMatchObject({ items: [{ id, openActionItemCount: 0 }], nextCursor: null })

  upstream.script({
    toolCalls: [
      {
        id: 'call_1',
        name: 'show_meeting_summary',
        arguments: JSON.stringify({
          title: 'x',
          summary: 'They buy a boat.',
          decisions: ['Buy the boat'],
          actionItems: [{ text: 'Call the port', assignee: 'Bob', dueDate: '2026-03-06' }],
          quotes: [
            { of: 'decision', index: 0, quote: 'we buy the boat' },
            { of: 'action_item', index: 0, quote: 'I promise to call' },
          ],
        }),
      },
    ],
  })
  const streamed = await api.call('POST', `/meetings/${id}/summarize`, { headers, body: { stream: true } })
  expect(streamed.events.at(-1)?.data).toMatchObject({
    type: 'meeting',
    meeting: {
      id,
      summary: 'They buy a boat.',
      minutes: { decisions: [{ text: 'Buy the boat', evidence: [{ quote: 'we buy the boat' }] }] },
      actionItems: [{ text: 'Call the port', assignee: 'Bob', dueDate: '2026-03-06', evidence: [] }],
      openActionItemCount: 1,
    },
  })
  // It is not stored as a conversation of the member.
  expect((await api.call('GET', '/conversations', { headers })).json).toMatchObject({ items: [] })

  const exported = await api.call('GET', '/meetings/export', { headers })
  const again = { headers, body: exported.text }
  expect((await api.call('POST', '/meetings/import', again)).json).toEqual({ added: 0, skipped: 1 })
  const bob = await member(api, 'meeting-bob')
  expect((await api.call('POST', '/meetings/import', { ...again, headers: bob })).json).toEqual({
    added: 1,
    skipped: 0,
  })
  const csv = await api.call('GET', '/meetings/export?format=csv', { headers: bob })
  expect(csv.text).toContain('Harbour,2026-03-01,Call the port,Bob,2026-03-06,false')

  expect(
    (await api.call('PATCH', `/meetings/${id}`, { headers, body: { archived: true } })).json,
  ).toMatchObject({
    archived: true,
    title: 'Harbour',
  })
  expect((await api.call('GET', '/meetings?archived=false', { headers })).json).toMatchObject({ items: [] })
  expect((await api.call('DELETE', `/meetings/${id}`, { headers })).status).toBe(204)
  expect((await api.call('GET', `/meetings/${id}`, { headers })).status).toBe(404)
})

test('a meeting is private, and visitors have theirs in the browser', async ({ api }) => {
  const headers = await member(api, 'meeting-carla')
  const { id } = (await api.call('POST', '/meetings', { headers, body: {} })).json as Meeting
  const stranger = await member(api, 'meeting-dora')
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/summarize'],
    ['POST', '/restore'],
  ] as const) {
    const body = method === 'PATCH' || path === '/summarize' ? { body: {} } : {}
    const answer = await api.call(method, `/meetings/${id}${path}`, { headers: stranger, ...body })
    expect(answer.status).toBe(404)
  }
  expect((await api.call('GET', '/meetings')).status).toBe(401)
  expect((await api.call('GET', '/meetings', { headers: await api.signIn() })).status).toBe(403)
  expect(await api.call('POST', `/meetings/${id}/summarize`, { headers, body: {} })).toMatchObject({
    status: 400,
    json: { error: 'VALIDATION' },
  })
})
