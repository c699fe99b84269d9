import { describe, expect, it } from 'vitest'
import { ReplyAccumulator } from './reply-accumulator.ts'

const thought = (text: string) => ({ type: 'reasoning', text }) as const

describe('the reasoning of a model', () => {
  it('is emitted only to a caller that accepts it, and is no text of the reply', () => {
    const accepting = new ReplyAccumulator(undefined, true)
    expect(accepting.addEvent(thought('Hm.'))).toEqual({ type: 'reasoning_delta', content: 'Hm.' })
    const accumulator = new ReplyAccumulator()
    expect(accumulator.addEvent(thought('Hm.'))).toBeUndefined()
    accumulator.addEvent({ type: 'text', text: 'Yes.' })
    expect([accepting.text, accumulator.text]).toEqual(['', 'Yes.'])
  })

  it('counts as output of its round, also before the reply begins', () => {
    const accumulator = new ReplyAccumulator()
    accumulator.addEvent(thought('Hm.'))
    expect([accumulator.hasBegun, accumulator.written]).toEqual([true, 'Hm.'])
    accumulator.nextRound({ promptTokens: 1, completionTokens: 9, totalTokens: 10, reasoningTokens: 7 })
    expect(accumulator.written).toBe('')
    const used = { promptTokens: 1, completionTokens: 3, totalTokens: 4, reasoningTokens: 2 }
    expect(accumulator.endLastRound(used)).toMatchObject({ completionTokens: 12, reasoningTokens: 9 })
  })

  it('is emitted up to a limit', () => {
    const accumulator = new ReplyAccumulator(undefined, true)
    const emitted = Array.from({ length: 25 }, () => accumulator.addEvent(thought('x'.repeat(10_000))))
    const content = emitted.map((event) => (event?.type === 'reasoning_delta' ? event.content : '')).join('')
    expect(content).toHaveLength(200_000)
    expect(emitted.at(-1)).toBeUndefined()
  })
})
