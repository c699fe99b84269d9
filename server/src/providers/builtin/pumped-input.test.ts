import { beforeAll, expect, it } from 'vitest'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import { ask } from './fixtures/ask.ts'
import { mathematics } from './mathematics.ts'

beforeAll(mathematics, 30_000)

/**
 * Limit of processor time for one reply, in ms. Each input took seconds to hours while its pattern was not
 * linear.
 */
const BUDGET_MS = 1_500

async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const LENGTH = 50_000
const pumped = (unit: string, length = LENGTH) => unit.repeat(Math.ceil(length / unit.length))

const ATTACKS: readonly (readonly [name: string, agentId: AgentId, message: string])[] = [
  ['opening quotation marks', 'v_agent', pumped('「')],
  ['quotation marks that never close', 'v_agent', pumped('«a')],
  ['full stops behind an address', 'v_agent', `http://a${pumped('.')}x`],
  ['full stops in an address', 'v_agent', `Summarise http://a${pumped('.a')}`],
  ['digits beside a word', 'v_agent', 'What is 12345678901234567890 + 12345678901234567890 + banana?'],
  ['digits', 'v_agent', pumped('9')],
  ['spaces', 'v_agent', `a${pumped(' ')}b`],
  ['spaces in a note', 'v_agent', `Remember: a${pumped(' ')}b`],
  ['spaces in a list', 'v_agent', `Sort: a,${pumped(' ')}b`],
  ['particles in Japanese', 'v_agent', pumped('はが')],
  ['tasks of minutes', 'meeting_summarizer', `Summarise:\n${pumped('Bob: will ')}`],
]

it.each(ATTACKS)('replies to %s within the limit of processor time', async (_name, agentId, message) => {
  expect(await processorTime(() => ask(message, { agentId }))).toBeLessThan(BUDGET_MS)
})
