import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '@vee/contract/entities/message'
import type { TokenCounter } from '../ports.ts'
import { chooseHistory } from './choose-history.ts'
import { messageSizes } from './message-sizes.ts'
import { planHistory } from './plan-history.ts'

/** A counter of one token per character that records its calls. */
function countingSigns(counts: boolean = true) {
  const counted: string[] = []
  const tokens: TokenCounter = {
    knows: (model) => model === 'known',
    count: async (texts) => {
      counted.push(...texts)
      return counts ? texts.map((text) => text.length) : undefined
    },
  }
  return { counted, tokens }
}

const PLAN = { budgetTokens: 100, charsPerToken: 4 }
const long: ChatMessage = { role: 'user', content: 'x'.repeat(400) }

describe('the size of a message', () => {
  it('is the count of the model’s tokenizer, near the budget, including tool calls', async () => {
    const { tokens } = countingSigns()
    const calling: ChatMessage = {
      role: 'assistant',
      content: 'I look.',
      tool_calls: [{ id: '1', name: 'look_up', arguments: '{}' }],
    }
    const sizeOf = await messageSizes([long, calling], PLAN, 'known', tokens)
    expect([long, calling].map(sizeOf)).toEqual([400, 16])
  })

  it('is not counted where all is sure to fit', async () => {
    const { tokens, counted } = countingSigns()
    const short: ChatMessage = { role: 'user', content: 'Hello there' }
    const sizeOf = await messageSizes([short], PLAN, 'known', tokens)
    expect(sizeOf(short)).toBeLessThan(5)
    expect(counted).toEqual([])
  })

  it('uses the length for a model with an unknown tokenizer', async () => {
    const { tokens, counted } = countingSigns()
    expect((await messageSizes([long], PLAN, 'unknown', tokens))(long)).toBe(100)
    expect(counted).toEqual([])
  })

  it('uses the length if the tokenizer does not respond', async () => {
    const { tokens } = countingSigns(false)
    expect((await messageSizes([long], PLAN, 'known', tokens))(long)).toBe(100)
  })

  it('limits a Japanese conversation to the budget, which its length would exceed', async () => {
    const said = 'データベースは何を使いますか'.repeat(30)
    const messages = Array.from({ length: 9 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `${index} ${said}`,
    }))
    const plan = planHistory({}, 15)
    const { tokens } = countingSigns()
    const sizeOf = await messageSizes(messages, plan, 'known', tokens)
    expect(chooseHistory(messages, plan).omitted).toBeLessThan(3)
    const { messages: sent } = chooseHistory(messages, plan, sizeOf)
    expect(sent.reduce((sum, message) => sum + message.content.length, 0)).toBeLessThanOrEqual(
      plan.budgetTokens,
    )
  })
})
