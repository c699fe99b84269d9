import { expect, test, vi } from 'vitest'
import { createInterface } from './interface-state.ts'

function open() {
  const events: string[] = []
  return { events, page: createInterface((event) => events.push(event)) }
}

test('a modal is closable and of medium size by default', () => {
  const { page } = open()
  page.openModal({ id: 'agent-hub' })
  page.openModal({ id: 'keyboard-help', size: 'large', closable: false })
  expect(page.store.getState().modals).toEqual([
    { id: 'agent-hub', closable: true, size: 'medium' },
    { id: 'keyboard-help', closable: false, size: 'large' },
  ])
})

test('the presence reacts once to a modal that opens', () => {
  const { page, events } = open()
  page.openModal({ id: 'agent-hub' })
  page.openModal({ id: 'agent-hub' })
  expect(events).toEqual(['modal'])
  page.toggleSidebar()
  expect(events).toEqual(['modal', 'sidebar'])
})

test('the list that is asked for opens once, and each request is noticed', () => {
  const { page, events } = open()
  page.showList()
  page.showList()
  expect(page.store.getState()).toMatchObject({ isSidebarCollapsed: false, listRequests: 2 })
  expect(events).toEqual(['sidebar'])
})

test('closing notifies the opener, and closing all clears the list', () => {
  const { page } = open()
  const onClose = vi.fn()
  page.openModal({ id: 'agent-hub', onClose })
  page.openModal({ id: 'command-palette', onClose })
  page.closeModal('agent-hub')
  expect(onClose).toHaveBeenCalledTimes(1)
  page.closeAllModals()
  expect(onClose).toHaveBeenCalledTimes(2)
  expect(page.store.getState().modals).toEqual([])
})

test('a modal replaces the open menu', () => {
  const { page } = open()
  page.setMenuOpen(true)
  page.openModal({ id: 'command-palette' })
  expect(page.store.getState().isMenuOpen).toBe(false)
})
