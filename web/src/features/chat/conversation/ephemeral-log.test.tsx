// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import { EphemeralLog } from './ephemeral-log.tsx'
import type { Message } from '../store/message.ts'

const said = (id: string): Message => ({ role: 'user', id, text: `says ${id}`, at: '', isSpoken: false })

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
function conversation() {
  const scroller = document.createElement('div')
  const content = document.createElement('div')
  scroller.getBoundingClientRect = () => new DOMRect(0, 0, 700, 500)
  return {
    scroller: { current: scroller },
    content: { current: content },
    place: (id: string, top: number) => {
      const row = document.createElement('div')
      row.dataset['message'] = id
      row.getBoundingClientRect = () => new DOMRect(0, top, 700, 60)
      content.append(row)
    },
  }
}

const lines = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

it('lists the messages that have scrolled out above, and none whose position is not known yet', () => {
  const { place, ...page } = conversation()
  place('a', -200)
  place('b', 100)
  const log = (...ids: readonly string[]) => (
    <EphemeralLog messages={ids.map(said)} agentLabel="V" {...page} />
  )
  const { rerender } = render(log('a', 'b'))
  expect(lines()).toEqual([])
  act(look)
  expect(lines()).toEqual(['Yousays a'])

  place('c', 200)
  rerender(log('a', 'b', 'c'))
  expect(lines()).toEqual(['Yousays a'])
  act(look)
  expect(lines()).toEqual(['Yousays a'])

  // Messages below the view are not listed above it.
  place('d', 900)
  rerender(log('a', 'b', 'c', 'd'))
  act(look)
  expect(lines()).toEqual(['Yousays a'])
})
