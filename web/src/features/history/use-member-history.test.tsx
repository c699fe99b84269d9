/**
 * @vitest-environment happy-dom
 */
import type { ConversationSummary } from '@vee/contract/entities/conversation'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadLazyTexts, switchTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { useMemberHistory } from './use-member-history.ts'
import type { ShowUndoNotice } from './use-undo-offer.tsx'

const OVEN: ConversationSummary = {
  id: 'c1',
  agentId: 'v_agent',
  title: 'Oven',
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
}

interface Options {
  readonly body?: object
  readonly query?: { readonly pinned?: string }
}

/** Serves one conversation and one project, which counts the conversations in it. */
function createServer(projectId: string | null) {
  let oven = { ...OVEN, projectId }
  let isDeleted = false
  const answer = (method: string, path: string, { body, query }: Options) => {
    if (path === '/projects') {
      const conversationCount = oven.projectId === 'p1' && !isDeleted ? 1 : 0
      return { items: [{ id: 'p1', name: 'Kitchen', conversationCount }] }
    }
    if (path.startsWith('/conversations/{id}')) {
      isDeleted = method === 'DELETE'
      if (method === 'PATCH') oven = { ...oven, ...body }
      return oven
    }
    return { items: path === '/conversations' && query?.pinned === 'false' ? [oven] : [], nextCursor: null }
  }
  const json = async (method: string, path: string, options: Options = {}) => answer(method, path, options)
  return { api: { json } as unknown as Api, begin: () => (oven = { ...oven, projectId: 'p1' }) }
}

const tell = vi.fn<ShowUndoNotice>(() => () => {})

beforeEach(async () => {
  tell.mockClear()
  await switchTexts('en')
  await loadLazyTexts()
})
afterEach(cleanup)

function renderHistory(project: string | null = null) {
  const server = createServer(project)
  const options = { api: server.api, search: undefined, onDropOnProject: () => {}, currentId: '', tell }
  const { result, rerender } = renderHook(
    ({ revision }) => useMemberHistory({ ...options, revision, onCurrentGone: () => {} }),
    { initialProps: { revision: '1' } },
  )
  const hasCount = (count: number) =>
    vi.waitFor(() => expect(result.current.labels.projects[0]?.conversationCount).toBe(count))
  return { server, result, rerender, hasCount }
}

/** Presses the button of the last notice. */
function pressUndo(): void {
  render(<>{tell.mock.lastCall?.[0].message}</>)
  act(() => screen.getByRole('button', { name: 'Undo' }).click())
}

it('counts a conversation of a project after it was moved by the menu', async () => {
  const { result, hasCount } = renderHistory()
  await hasCount(0)
  act(() => result.current.actions.onMoveTo(OVEN, 'p1'))
  await hasCount(1)
})

it('counts the conversations of a project after a drag and its undo', async () => {
  const { result, hasCount } = renderHistory()
  await vi.waitFor(() => expect(result.current.listed).toHaveLength(1))
  await hasCount(0)
  const [kitchen] = result.current.labels.projects
  act(() => kitchen && result.current.drop(kitchen, { kind: 'conversation', ids: ['c1'] }))
  await hasCount(1)
  pressUndo()
  await hasCount(0)
})

it('counts the conversations of a project after one was deleted and restored', async () => {
  const { result, hasCount } = renderHistory('p1')
  await hasCount(1)
  act(() => result.current.actions.onDelete({ ...OVEN, projectId: 'p1' }))
  await hasCount(0)
  pressUndo()
  await hasCount(1)
})

it('counts a conversation that has begun in a project', async () => {
  const { server, rerender, hasCount } = renderHistory()
  await hasCount(0)
  server.begin()
  rerender({ revision: '2' })
  await hasCount(1)
})
