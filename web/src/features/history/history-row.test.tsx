/**
 * @vitest-environment happy-dom
 */
import type { ConversationSummary } from '@vee/contract/entities/conversation'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadLazyTexts, switchTexts } from '#i18n/index.ts'
import { ListPane } from '#ui/display/list-pane.tsx'
import { HistoryRow } from './history-row.tsx'

const conversation = (title: string): ConversationSummary => ({
  id: title,
  agentId: 'v_agent',
  title,
  titleSource: 'first-words',
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
  messageCount: 1,
  archived: false,
  projectId: null,
  pinned: false,
  tags: [],
  unread: false,
  leafId: null,
})

beforeEach(async () => {
  await switchTexts('en')
  await loadLazyTexts()
})
afterEach(cleanup)

const none = () => {}

/** A list whose conversations can be deleted. */
function List() {
  const [items, setItems] = useState(['Oven', 'Boat', 'Roof'].map(conversation))
  const actions = {
    onOpen: none,
    onPin: none,
    onRead: none,
    onTag: none,
    onMove: none,
    onSelect: none,
    onRename: none,
    onArchive: none,
    onShare: none,
    onExport: none,
    dragged: () => [],
    onDelete: ({ id }: ConversationSummary) => setItems((now) => now.filter((item) => item.id !== id)),
  }
  const about = { agentLabel: 'Vee', projectName: undefined, isLinked: false, isSelected: undefined }
  return (
    <ListPane title="Conversations" closeLabel="Close" onClose={none} search={<input type="search" />}>
      <ul>
        {items.map((item) => (
          <HistoryRow key={item.id} item={item} isCurrent={false} {...about} {...actions} />
        ))}
      </ul>
    </ListPane>
  )
}
const row = (title: string) => screen.getByRole('button', { name: new RegExp(`^${title}`) })
const hasFocus = (element: () => HTMLElement) =>
  vi.waitFor(() => expect(document.activeElement).toBe(element()))

it('focuses the next row, the previous row or the search after the key Delete', async () => {
  render(<List />)
  row('Boat').focus()
  await userEvent.keyboard('{Delete}')
  await hasFocus(() => row('Roof'))
  await userEvent.keyboard('{Delete}')
  await hasFocus(() => row('Oven'))
  await userEvent.keyboard('{Delete}')
  await hasFocus(() => screen.getByRole('searchbox'))
})

it('focuses the next row after the menu has deleted one', async () => {
  render(<List />)
  await userEvent.click(screen.getByRole('button', { name: 'Actions for “Oven”' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Delete/ }))
  await hasFocus(() => row('Boat'))
})
