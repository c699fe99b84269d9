// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import { EphemeralLog } from './ephemeral-log.tsx'
import type { Message } from '../store/message.ts'

const questionOf = (id: string): Message => ({
  role: 'user',
  id,
  text: `asks ${id}`,
  at: '',
  isSpoken: false,
})
const replyOf = (id: string): Message => ({
  role: 'assistant',
  id,
  text: `replies ${id}`,
  at: '',
  agentId: 'v_agent',
  state: { kind: 'complete', finishReason: 'stop' },
  lastEventId: 0,
})

/** Called when the page checks which rows are in view. */
let look = () => {}

beforeAll(() => switchTexts('en'))
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        look = callback
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Returns a conversation 500 px high with rows at these positions. */
function createConversation() {
  const scroller = document.createElement('div')
  const content = document.createElement('div')
  scroller.getBoundingClientRect = () => new DOMRect(0, 0, 700, 500)
  return {
    scroller: { current: scroller },
    content: { current: content },
    addRow: (id: string, top: number) => {
      const row = document.createElement('div')
      row.dataset['message'] = id
      row.getBoundingClientRect = () => new DOMRect(0, top, 700, 60)
      content.append(row)
    },
  }
}

const lines = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

it('shows the question of the reply being read while it is out of view, and those before it on demand', () => {
  const { addRow, ...page } = createConversation()
  addRow('a', -400)
  addRow('b', -300)
  addRow('c', -200)
  addRow('d', 100)
  const log = (...messages: readonly Message[]) => (
    <EphemeralLog messages={messages} agentLabel="V" {...page} />
  )
  const turns = [questionOf('a'), replyOf('b'), questionOf('c'), replyOf('d')]
  const { rerender } = render(log(...turns))
  expect(lines()).toEqual([])
  act(look)
  expect(lines()).toEqual(['Youasks c'])
  fireEvent.click(screen.getByRole('button', { name: 'Show more messages' }))
  expect(lines()).toEqual(['Youasks a', 'Vreplies b', 'Youasks c'])

  // A question in view needs no line.
  addRow('e', 200)
  page.content.current.children[3]?.remove()
  rerender(log(...turns, questionOf('e')))
  act(look)
  expect(lines()).toEqual([])
})
