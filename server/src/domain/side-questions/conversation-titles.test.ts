import { describe, expect, it, vi } from 'vitest'
import type { Caller } from '../accounts/index.ts'
import { createConversationTitles } from './conversation-titles.ts'

const caller = { kind: 'member', id: 'ann' } as Caller
const stored = { caller, conversationId: 'c1', isByModel: true, isDegraded: false }

function titles(content = 'Why the boiler knocks') {
  const answer = vi.fn(async (_question: unknown, _caller: unknown, _signal: unknown) => ({ content }))
  const setModelTitle = vi.fn(async (_id: string, _title: string, _caller: Caller) => {})
  const firstExchange = vi.fn(async () => [
    { role: 'user', content: 'Why does it knock?' },
    { role: 'assistant', content: 'Air.' },
  ])
  const conversations = { firstExchange, setModelTitle }
  const onFailure = vi.fn<(failure: unknown) => void>()
  const created = createConversationTitles({
    conversations,
    replies: { answer } as never,
    model: 'small',
    onFailure,
  })
  const nameAfter = (reply: Parameters<typeof created.nameAfter>[0]) => created.nameAfter(reply)
  return { nameAfter, answer, setModelTitle, firstExchange, onFailure }
}

describe('a title', () => {
  it('is asked of the smaller model after the first reply', async () => {
    const { nameAfter, answer, setModelTitle } = titles()
    await nameAfter(stored)
    expect(answer.mock.calls[0]?.[0]).toMatchObject({ model: 'small', useTools: false })
    expect(setModelTitle).toHaveBeenCalledWith('c1', 'Why the boiler knocks', caller)
  })

  it('is not asked for while a degradation step is in effect, nor for replies without a model', async () => {
    const { nameAfter, answer, firstExchange } = titles()
    await nameAfter({ ...stored, isDegraded: true })
    await nameAfter({ ...stored, isByModel: false })
    expect(answer).not.toHaveBeenCalled()
    expect(firstExchange).not.toHaveBeenCalled()
  })

  it('is not asked for where there is no first exchange, and one that fails keeps the first words', async () => {
    const { nameAfter, answer, setModelTitle, firstExchange, onFailure } = titles()
    firstExchange.mockResolvedValueOnce(undefined as never)
    await nameAfter(stored)
    expect(answer).not.toHaveBeenCalled()
    answer.mockRejectedValueOnce(new Error('no model'))
    await nameAfter(stored)
    expect(onFailure).toHaveBeenCalledOnce()
    expect(setModelTitle).not.toHaveBeenCalled()
  })
})
