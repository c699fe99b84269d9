import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { quietState, type ChatState } from './chat-state.ts'
import { createPacedText } from './paced-text.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Returns a reply that grows; `seen` contains the rendered texts. */
function growing() {
  const quiet = quietState({
    agentId: 'v_agent',
    conversationId: 'c1',
    messages: [],
    draft: '',
    draftAttachments: [],
  })
  const state = createStore<ChatState>(() => quiet)
  const paced = createPacedText(state, 'r1')
  const seen: (string | undefined)[] = []
  const leave = paced.subscribe(() => void seen.push(paced.text()))
  const write = (text: string, replyId = 'r1') =>
    state.setState({ running: { replyId, turnId: 't1', text, connection: 'open' } })
  const end = () => state.setState({ running: undefined })
  return { state, paced, seen, leave, write, end }
}

it('passes a text on at once while its rendering is cheap', () => {
  const { seen, write, end } = growing()
  write('a')
  write('a b')
  end()
  expect(seen).toEqual(['a', 'a b', undefined])
})

it('withholds a text whose rendering is expensive, and passes the newest on', () => {
  const { paced, seen, write } = growing()
  write('a')
  paced.tellCost(10)
  write('a b')
  write('a b c')
  vi.advanceTimersByTime(29)
  expect(seen).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(seen).toEqual(['a', 'a b c'])
})

it('withholds a text for at most 120 ms, and not at all at the end', () => {
  const { paced, seen, write, end } = growing()
  write('a')
  paced.tellCost(4_000)
  write('a b')
  vi.advanceTimersByTime(120)
  expect(seen).toEqual(['a', 'a b'])
  paced.tellCost(4_000)
  write('a b c')
  end()
  expect(seen).toEqual(['a', 'a b', undefined])
  vi.runAllTimers()
  expect(seen).toEqual(['a', 'a b', undefined])
})

it('concerns only its own reply, and has the text before it is subscribed to', () => {
  const { state, paced, seen, leave, write } = growing()
  write('of another', 'r2')
  expect([seen, paced.text()]).toEqual([[], undefined])
  leave()
  write('late')
  expect([seen, paced.text()]).toEqual([[], 'late'])
  expect(createPacedText(state, 'r1').text()).toBe('late')
})
