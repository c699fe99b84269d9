import { expect, it } from 'vitest'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import type { Database } from '#db/schema.ts'
import { loadAgents } from '../../agents/index.ts'
import { AGENTS_DIRECTORY } from '#lib/project-files.ts'
import { createAgentCatalogue } from '../agents/catalogue/index.ts'
import { toolboxOf } from '../tools/fixtures/toolbox-of.ts'
import { createMemory } from '../tools/memory.ts'
import type { Tool } from '../tools/tool.ts'
import { createLiveModelAgents } from './live-model-agent.ts'

const caller = { kind: 'visitor', id: 'session:ann', ip: '192.0.2.1' } as const
const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description: name,
  parameters: { type: 'object' },
  needsConsent: false,
  mayBeUsedBy: () => true,
  run: async () => 'It is done: keep a note of it.',
  ...more,
})
const { consentKeyOf } = createMemory({} as Database, Date.now).tools[0] ?? {}

async function prepare(hasOutsideText = false) {
  const agent = await createLiveModelAgents({
    agents: createAgentCatalogue(loadAgents(AGENTS_DIRECTORY)),
    personas: { of: async () => null },
    toolbox: toolboxOf(tool('read', { bringsOutsideText: true }), tool('remember', { consentKeyOf })),
    outsideTextMarks: { hasOutsideText: async () => hasOutsideText },
    now: Date.now,
  }).prepare({
    agentId: 'v_agent',
    caller,
    locale: 'en',
    conversationId: 'c1',
    language: 'en',
    personaOverride: null,
    useTools: true,
  })
  let calls = 0
  /** Runs a call; returns whether it needed consent, which is not given, and its result. */
  const run = async (name: string, replyId: string) => {
    const stop = new AbortController()
    const events: ReplyEvent[] = []
    const result = await agent.runTool(
      { id: `call-${++calls}`, name, arguments: '{"note":"x"}' },
      { replyId, messages: [] },
      stop.signal,
      (event) => {
        events.push(event)
        if (event.type === 'tool_started' && event.needsConsent) stop.abort()
      },
    )
    return {
      needsConsent: events.some((event) => event.type === 'tool_started' && event.needsConsent),
      result,
    }
  }
  return { agent, run }
}

it('asks before a note after text from outside, also in later replies of the conversation', async () => {
  const { agent, run } = await prepare()
  expect(await run('remember', 'r1')).toMatchObject({ needsConsent: false })
  await run('read', 'r1')
  expect(agent.hasOutsideText).toBe(true)
  expect(await run('remember', 'r1')).toMatchObject({ needsConsent: true })
  expect(await run('remember', 'r2')).toMatchObject({ needsConsent: true })
})

it('asks before a note if an earlier reply of the stored conversation used text from outside', async () => {
  expect(await (await prepare(true)).run('remember', 'r1')).toMatchObject({ needsConsent: true })
})

it('counts the calls of a reply', async () => {
  const { run } = await prepare()
  for (let count = 0; count < 12; count += 1) await run('read', 'r1')
  expect(await run('read', 'r1')).toMatchObject({ result: 'No more tools can be used in this answer.' })
  expect(await run('read', 'r2')).not.toMatchObject({ result: 'No more tools can be used in this answer.' })
})
