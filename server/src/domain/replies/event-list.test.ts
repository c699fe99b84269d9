import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { describe, expect, it } from 'vitest'
import { EventList } from './event-list.ts'

const start: ReplyEvent = {
  type: 'start',
  replyId: 'r',
  agentId: 'v_agent',
  conversationId: 'c',
  model: 'm',
  provider: 'p',
}
const chunk = (content: string): ReplyEvent => ({ type: 'chunk', content })
const failed: ReplyEvent = { type: 'error', error: 'REPLY_INTERRUPTED', message: 'cut', retryable: true }

function listOf(...events: readonly ReplyEvent[]): EventList {
  const list = new EventList()
  for (const event of events) list.push(event)
  return list
}

describe('EventList', () => {
  it('is the same after sealing, for any text', () => {
    const events = [
      start,
      chunk('Grüße, 世界 🙂\0"\\\n'),
      chunk(''),
      chunk('\ud83d'),
      chunk('\ude42'),
      failed,
    ]
    const list = listOf(...events)
    list.seal()
    expect(list.all()).toEqual(events)
    expect(list.length).toBe(events.length)
    expect(list.last).toEqual(failed)
  })

  it('continues for readers that followed it before it was sealed', () => {
    const list = listOf(start)
    const at = list.follow()
    expect([at(0), at(1)]).toEqual([start, undefined])
    list.push(chunk('Hello'))
    list.push(chunk(''))
    list.seal()
    expect([0, 1, 2, 3].map(at)).toEqual([start, chunk('Hello'), chunk(''), undefined])
  })

  it('rejects events once it is sealed', () => {
    const list = listOf(start, failed)
    list.seal()
    list.push(chunk('late'))
    expect(list.all()).toEqual([start, failed])
    expect(list.length).toBe(2)
    expect(list.last).toEqual(failed)
  })

  it('can be empty', () => {
    const list = new EventList()
    list.seal()
    list.seal()
    expect(list.all()).toEqual([])
    expect(list.last).toBeUndefined()
  })
})
